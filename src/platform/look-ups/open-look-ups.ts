// The engine of the look-ups' port.
import type { Clock } from '../../domain/clock.js'
import type { LookUps } from '../../domain/ports/look-ups.js'
import { groupLookUps } from './groups.js'
import { Line } from './line.js'
import { pastNameLookUps } from './past-names.js'
import { OperatorsServers } from './private-servers.js'
import { soundLookUps } from './sounds.js'
import { userLookUps } from './users.js'
import { visitLookUps } from './visits.js'

export function openLookUps(urlTemplate: string, cookie: string | undefined, clock: Clock): LookUps {
  const line = new Line(urlTemplate, clock)
  const privateServers = new OperatorsServers(urlTemplate, cookie)
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
