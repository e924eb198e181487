// The store port on one SQLite file: opened, migrated, and put together.
import type { Clock } from '../../domain/clock.js'
import { DEFAULT_PLANS, type Plans } from '../../domain/plan.js'
import type { Log } from '../../domain/ports/log.js'
import type { SeriesStore } from '../../domain/ports/series.js'
import { DatabaseInUse, type SettingStore, type Store, type StoreHealth } from '../../domain/ports/store.js'
import type { ClockState } from '../../domain/rules/clock-check.js'
import { accountStore } from './accounts.js'
import { type Changes, changeCounter } from './changes.js'
import { type Connection, connect } from './connection.js'
import { type DatabaseLock, databaseLock } from './database-lock.js'
import { guildSettingsStore } from './discord/guild-settings.js'
import { guildStore } from './discord/guilds.js'
import { counterStore, panelStore } from './discord/live.js'
import { gameStore } from './games.js'
import { type KeptReads, keptReads } from './kept-reads.js'
import { keyStore } from './keys.js'
import { memberStore } from './members.js'
import { migrate, schemaVersion } from './migrate.js'
import { openNotices } from './notices/open-notices.js'
import { privateServerUseStore } from './private-server-uses.js'
import { revenueStore } from './revenue.js'
import { seriesStore } from './series/series.js'
import { settingStore } from './settings.js'
import { sessionStore } from './signing-in/sessions.js'
import { universeStore } from './universes.js'
import { realName } from './upkeep/durable-files.js'
import { removeLeftOverCopies } from './upkeep/make-copy.js'
import { usageStore } from './usage.js'

export interface SqliteOptions {
  readonly clock: Clock
  readonly clockState?: () => ClockState
  readonly plans?: Plans
  readonly log?: Log
}

/** Throws UNAVAILABLE where another process has it open: one process at a time owns a database. */
export async function openSqliteStore(file: string, options: SqliteOptions): Promise<Store> {
  const lock = databaseLock(file)
  if (!lock.claim()) throw new DatabaseInUse(file)
  try {
    return await openOwned(file, options, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

async function openOwned(file: string, options: SqliteOptions, lock: DatabaseLock): Promise<Store> {
  removeLeftOverCopies(realName(file))
  const connection = connect(file)
  try {
    const expectedVersion = migrate(connection.raw)
    const changes = changeCounter(connection)
    const { clock, clockState = () => 'unknown', plans = DEFAULT_PLANS, log } = options
    const kept = keptReads(connection, changes)
    const series = seriesStore(connection, changes, { clock, clockState, log, plans, version: kept.version })
    await series.foldOldRows()
    return assemble(connection, { lock, changes, kept, series, clock, plans, expectedVersion })
  } catch (error) {
    connection.raw.close()
    throw error
  }
}

interface Parts {
  readonly lock: DatabaseLock
  readonly changes: Changes
  readonly kept: KeptReads
  readonly series: SeriesStore
  readonly clock: Clock
  readonly plans: Plans
  readonly expectedVersion: number
}

function assemble(connection: Connection, parts: Parts): Store {
  const { lock, changes, kept, series, clock, plans, expectedVersion } = parts
  const settings = settingStore(connection)
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
    trackingVersion: changes.version,
    close: () => {
      connection.raw.close()
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
