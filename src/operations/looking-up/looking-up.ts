// The look-ups bound to their ports.
import type { Clock } from '../../domain/clock.js'
import type { LookUps } from '../../domain/ports/look-ups.js'
import type { Platform } from '../../domain/ports/platform.js'
import type { Store } from '../../domain/ports/store.js'
import { bindGroup } from './group.js'
import { bindMusic } from './music.js'
import { bindOpenPrivateServer } from './open-private-server.js'
import { bindPastNames } from './past-names.js'
import { bindUser } from './user.js'
import { bindVisits } from './visits.js'

interface Deps {
  readonly lookUps: LookUps
  readonly platform: Platform
  readonly store: Store
  readonly clock: Clock
}

export const bindLookingUp = (ports: Deps) => ({
  group: bindGroup(ports),
  user: bindUser(ports),
  pastNames: bindPastNames(ports),
  music: bindMusic(ports),
  visits: bindVisits(ports),
  openPrivateServer: bindOpenPrivateServer(ports),
})
