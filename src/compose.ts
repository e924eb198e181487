// The one place where engines meet ports. The service, the demo, the command line and the tests all use it.
import type { Config } from './config.js'
import { type Clock, systemClock } from './domain/clock.js'
import type { Store } from './domain/ports/store.js'
import { bindOperations, type Operations } from './operations/operations.js'
import type { Parts } from './operations/reading/check-health.js'
import { openLookUps } from './platform/look-ups/open-look-ups.js'
import { openPlatform } from './platform/open-platform.js'
import { openPopularity } from './popularity/open-popularity.js'
import { openStore } from './store/open-store.js'

export interface Composed {
  readonly operations: Operations
  readonly store: Store
  /** The doors write here how they are; health reads it. */
  readonly parts: Parts
  close(): Promise<void>
}

export async function compose(config: Config, clock: Clock = systemClock): Promise<Composed> {
  const store = await openStore(config.DATABASE_URL, { clock, plans: config.plans })
  const platform = openPlatform(config.PLATFORM_URL, clock)
  const lookUps = openLookUps(config.PLATFORM_URL, config.PLATFORM_COOKIE, clock)
  const popularity = openPopularity(config.POPULARITY_URL, { clock, readCharts: platform.readCharts })
  const parts: Parts = { poller: () => ({ state: 'off' }), bot: () => ({ state: 'off' }) }
  const operations = bindOperations({ store, platform, lookUps, popularity, clock, plans: config.plans, parts })
  return {
    operations,
    store,
    parts,
    close: async () => {
      await operations.usage.close()
      await Promise.all([platform.close(), lookUps.close(), popularity.close()])
      store.close()
    },
  }
}
