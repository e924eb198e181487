// Creates the lookup services from their ports.
import type { Clock } from '../../domain/clock.js'
import type { Lookups } from '../../domain/ports/lookups.js'
import type { Platform } from '../../domain/ports/platform.js'
import type { Store } from '../../domain/ports/store.js'
import { createMusic } from './catalog-item.js'
import { createGroup } from './group.js'
import { createOpenPrivateServer } from './open-private-server.js'
import { createPastNames, createUser, createVisits } from './user.js'

interface Deps {
  readonly lookups: Lookups
  readonly platform: Platform
  readonly store: Store
  readonly clock: Clock
}

export const createLookups = (ports: Deps) => ({
  group: createGroup(ports),
  user: createUser(ports),
  pastNames: createPastNames(ports),
  music: createMusic(ports),
  visits: createVisits(ports),
  openPrivateServer: createOpenPrivateServer(ports),
})
