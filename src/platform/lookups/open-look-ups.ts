// Creates the implementation of the look-ups port.
import type { LookUps } from '../../domain/ports/look-ups.js'
import type { PlatformClock } from '../http.js'
import { LookUpClient } from './client.js'
import { groupLookUps } from './groups.js'
import { pastNameLookUps } from './past-names.js'
import { OperatorServerClient } from './private-servers.js'
import { soundLookUps } from './sounds.js'
import { userLookUps } from './users.js'
import { visitLookUps } from './visits.js'

export function openLookUps(urlTemplate: string, cookie: string | undefined, platformClock: PlatformClock): LookUps {
  const line = new LookUpClient(urlTemplate, platformClock)
  const privateServers = new OperatorServerClient(urlTemplate, cookie)
  const users = userLookUps(line)
  return {
    ...users,
    ...groupLookUps(line),
    ...pastNameLookUps(line, users.userById),
    ...visitLookUps(line, users.userById),
    ...soundLookUps(line),
    privateServers,
    close: async () => {
      await Promise.all([line.close(), privateServers.close()])
    },
  }
}
