// The store port on one SQLite file: opened, migrated, and put together.
import type { Clock } from '../../domain/clock.js'
import type { ClockState } from '../../domain/clock-check.js'
import { DEFAULT_PLANS, type Plans } from '../../domain/plan.js'
import type { Log } from '../../domain/ports/log.js'
import type { SeriesStore } from '../../domain/ports/series.js'
import type { SettingStore, Store, StoreHealth } from '../../domain/ports/store.js'
import { accountStore } from './accounts.js'
import { type Changes, changeCounter } from './changes.js'
import { type Connection, connect } from './connection.js'
import { guildSettingsStore } from './discord/guild-settings.js'
import { guildStore } from './discord/guilds.js'
import { counterStore, panelStore } from './discord/live.js'
import { schemaVersion } from './file/schema-version.js'
import { gameStore } from './games.js'
import { type KeptReads, keptReads } from './kept-reads.js'
import { keyStore } from './keys.js'
import { memberStore } from './members.js'
import { migrate } from './migrate.js'
import { openNotices } from './notices/open-notices.js'
import { privateServerUseStore } from './private-server-uses.js'
import { revenueStore } from './revenue.js'
import { seriesStore } from './series/series.js'
import { serviceLock } from './service-lock.js'
import { settingStore } from './settings.js'
import { sessionStore } from './signing-in/sessions.js'
import { universeStore } from './universes.js'
import { usageStore } from './usage.js'

export interface SqliteOptions {
  readonly clock: Clock
  readonly clockState?: () => ClockState
  readonly plans?: Plans
  readonly log?: Log
}

export async function openSqliteStore(file: string, options: SqliteOptions): Promise<Store> {
  const connection = connect(file)
  try {
    const expectedVersion = await migrate(connection.raw, options.log)
    const changes = changeCounter(connection)
    const { clock, clockState = () => 'unknown', plans = DEFAULT_PLANS, log } = options
    const kept = keptReads(connection, changes)
    const series = seriesStore(connection, changes, { clock, clockState, log, plans, version: kept.version })
    await series.foldOldRows()
    return assemble(connection, { changes, kept, series, clock, plans, expectedVersion })
  } catch (error) {
    connection.close()
    throw error
  }
}

interface Parts {
  readonly changes: Changes
  readonly kept: KeptReads
  readonly series: SeriesStore
  readonly clock: Clock
  readonly plans: Plans
  readonly expectedVersion: number
}

function assemble(connection: Connection, parts: Parts): Store {
  const { changes, kept, series, clock, plans, expectedVersion } = parts
  const settings = settingStore(connection)
  const lock = serviceLock(connection.raw.name)
  return {
    accounts: accountStore(connection, changes, { clock, plans, kept }),
    members: memberStore(connection, changes),
    sessions: sessionStore(connection),
    games: gameStore(connection, changes, kept),
    universes: universeStore(connection, changes),
    keys: keyStore(connection, kept),
    guilds: guildStore(connection, changes, clock),
    guildSettings: guildSettingsStore(connection, changes),
    panels: panelStore(connection),
    counters: counterStore(connection),
    series,
    ...openNotices(connection, changes),
    revenue: revenueStore(connection),
    usage: usageStore(connection),
    privateServerUses: privateServerUseStore(connection),
    settings,
    health: async () => ({
      writable: await isWritable(settings, clock),
      migrated: schemaVersion(connection.raw) === expectedVersion,
    }),
    claimService: lock.claim,
    trackingVersion: changes.version,
    close: () => {
      connection.close()
      lock.release()
    },
  }
}

/** Only a write tells: a full disk or a read-only file still answers every question. */
async function isWritable(settings: SettingStore, clock: Clock): Promise<StoreHealth['writable']> {
  try {
    await settings.set('store.checked_at', new Date(clock.now()).toISOString())
    return true
  } catch {
    return false
  }
}
