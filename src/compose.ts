// The one place where engines meet ports. The service, the demo, the command line and the tests all use it.
import type { Config } from './config.js'
import { type Clock, systemClock } from './domain/clock.js'
import type { DiscordIdentity } from './domain/ports/identity.js'
import type { Log } from './domain/ports/log.js'
import type { Store } from './domain/ports/store.js'
import { clockCheck } from './domain/rules/clock-check.js'
import { openDiscordIdentity } from './identity/open-discord-identity.js'
import { bindOperating, type Operating } from './operations/operating/operating.js'
import { bindOperations, type Operations } from './operations/operations.js'
import type { Parts } from './operations/reading/check-health.js'
import { openLookUps } from './platform/look-ups/open-look-ups.js'
import { openPlatform } from './platform/open-platform.js'
import { openPopularity } from './popularity/open-popularity.js'
import { openStore, openUpkeep } from './store/open-store.js'

export interface Composed {
  readonly operations: Operations
  readonly store: Store
  /** The doors write here how they are; health reads it. */
  readonly parts: Parts
  close(): Promise<void>
}

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

export async function compose(config: Config, clock: Clock = systemClock, log: Log = silent): Promise<Composed> {
  const check = clockCheck(clock)
  const store = await openStore(config.DATABASE_URL, { clock, clockState: check.state, plans: config.plans, log })
  const platform = openPlatform(config.PLATFORM_URL, clock)
  const lookUps = openLookUps(config.PLATFORM_URL, config.PLATFORM_COOKIE, clock)
  const popularity = openPopularity(config.POPULARITY_URL, { clock, log, readCharts: platform.readCharts })
  const parts: Parts = { poller: () => ({ state: 'off' }), bot: () => ({ state: 'off' }) }
  const { plans, SIGNUP: signUp } = config
  const identity = openIdentity(config)
  const operations = bindOperations({ store, platform, lookUps, popularity, identity, signUp, clock, plans, parts })
  return {
    operations,
    store,
    parts,
    close: async () => {
      const closed = [operations.usage.close(), platform.close(), lookUps.close(), popularity.close()]
      for (const { reason } of (await Promise.allSettled(closed)).filter((one) => one.status === 'rejected')) {
        log.error({ err: reason }, 'A part could not be closed properly.')
      }
      store.close()
    },
  }
}

function openIdentity(config: Config): DiscordIdentity | undefined {
  const { DISCORD_CLIENT_ID: clientId, DISCORD_CLIENT_SECRET: clientSecret, DISCORD_API_URL } = config
  if (clientId === undefined || clientSecret === undefined) return undefined
  return openDiscordIdentity({ clientId, clientSecret, apiUrl: DISCORD_API_URL.replace(/\/+$/, '') })
}

export interface ComposedOperating {
  readonly operating: Operating
  close(): Promise<void>
}

export interface OperatingOptions {
  /** What is wrong with the configuration, a sentence each. */
  readonly problems?: readonly string[]
  readonly clock?: Clock
  /** The store of this process, where it has one open. */
  readonly store?: Store
  /** Why the service that owns the database does not answer; undefined where it does, or none runs. */
  readonly hanging?: Error | undefined
}

/** Opens no store where it is handed none: a broken database must not keep a restore or the doctor from their work. */
export function composeOperating(config: Config, options: OperatingOptions): ComposedOperating {
  const { problems = [], clock = systemClock, store, hanging } = options
  const upkeep = openUpkeep(config.DATABASE_URL, { clock })
  const platform = openPlatform(config.PLATFORM_URL, clock)
  const checkToken = async () => {
    if (config.DISCORD_TOKEN === undefined) return undefined
    // discord.js takes long to load, and only the doctor needs it here.
    const { checkToken } = await import('./bot/login/check-token.js')
    return checkToken({ token: config.DISCORD_TOKEN, apiUrl: config.DISCORD_API_URL })
  }
  const inspectSeries = async () => {
    if (hanging !== undefined) throw hanging
    const inspected = store ?? (await openStore(config.DATABASE_URL, { clock, plans: config.plans }))
    try {
      return { lost: await inspected.series.findDamage(), size: await inspected.series.size() }
    } finally {
      if (inspected !== store) inspected.close()
    }
  }
  const operating = bindOperating({ upkeep, platform, clock, problems, hanging, inspectSeries, checkToken })
  return { operating, close: () => platform.close() }
}
