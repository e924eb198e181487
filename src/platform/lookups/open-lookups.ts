// Creates the implementation of the lookups port.
import type { Lookups } from '../../domain/ports/lookups.js'
import type { PlatformClock } from '../http.js'
import { LookupClient } from './client.js'
import { gameLookups } from './games.js'
import { groupLookups } from './groups.js'
import { pastNameLookups } from './past-names.js'
import { OperatorServerClient } from './private-servers.js'
import { soundLookups } from './sounds.js'
import { userLookups } from './users.js'
import { visitLookups } from './visits.js'

export function openLookups(urlTemplate: string, cookie: string | undefined, platformClock: PlatformClock): Lookups {
  const client = new LookupClient(urlTemplate, platformClock)
  const privateServers = new OperatorServerClient(urlTemplate, cookie)
  const users = userLookups(client)
  return {
    ...users,
    ...groupLookups(client),
    ...pastNameLookups(client, users.userById),
    ...visitLookups(client, users.userById),
    ...soundLookups(client),
    ...gameLookups(client),
    privateServers,
    close: async () => {
      await Promise.all([client.close(), privateServers.close()])
    },
  }
}
