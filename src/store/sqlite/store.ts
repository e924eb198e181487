// Implements the store port on one SQLite file: opens it, migrates it, and composes its parts.

import { type Clock, minuteOf } from '../../domain/clock.js'
import { DEFAULT_PLANS, type Plans } from '../../domain/plan.js'
import { type Activity, noteReads } from '../../domain/ports/activity.js'
import { type EventBus, type Log, RECORD_TABLES } from '../../domain/ports/events.js'
import { DEFAULT_MAX_REMOVED_BYTES } from '../../domain/ports/removed-samples.js'
import {
  type ClockRepair,
  DatabaseInUse,
  type SettingStore,
  type Store,
  type StoreHealth,
} from '../../domain/ports/store.js'
import type { ClockState } from '../../domain/time/clock-check.js'
import { allLeases } from '../values/all-leases.js'
import { NO_REPAIR } from '../values/future-times.js'
import type { FileKeyRing } from '../values/secrets/rotate-key.js'
import { accountStore } from './accounts.js'
import { auditStore } from './audit/audit-log.js'
import { sessionStore } from './auth/sessions.js'
import { type Changes, cachedReads, changePublisher, type ReadCache } from './cached-reads.js'
import { type Connection, claimFile, connect } from './connection.js'
import { type DatabaseLock, databaseLock } from './database-lock.js'
import { guildSettingsStore } from './discord/guild-settings.js'
import { guildStore } from './discord/guilds.js'
import { counterStore, panelStore } from './discord/live.js'
import { scheduledPostStore } from './discord/scheduled-posts.js'
import { nextStates } from './evaluation/next-states.js'
import { nextWrites } from './evaluation/next-writes.js'
import { eventLog } from './events/event-log.js'
import { moveEventsBack } from './events/move-back.js'
import { cutOffOf, cutOffText } from './file/cut-off.js'
import { explainedOpening } from './file/explain-error.js'
import { missedNoteOf } from './file/missed-note.js'
import { removeLeftOverNames, requireOnlyName } from './file/only-name.js'
import { openFileOf, type SqliteOpenFile } from './file/open-file.js'
import { schemaVersion } from './file/schema-version.js'
import { gameStore } from './games.js'
import { hourlyNumbersStore } from './hourly/hourly-numbers.js'
import { iconStore } from './icons/icons.js'
import { keyStore } from './keys.js'
import { marketStore, type SqliteMarketStore } from './market/market.js'
import { gameMarkStore } from './marks/marks.js'
import { memberStore } from './members.js'
import { migrate } from './migrate.js'
import { evaluationStore, outbox } from './notifications/outbox.js'
import { expectedSpanStore, routeStore, ruleStore } from './notifications/settings.js'
import { personAlertStore } from './person-alerts/person-alerts.js'
import { privateServerUseStore } from './private-server-uses.js'
import { revenueStore } from './revenue.js'
import { keyFileOf, openKeyRing, type SecretKeyTexts } from './secrets/key-ring.js'
import { secretStore } from './secrets/secrets.js'
import { type Series, seriesStore } from './series/series.js'
import { settingStore } from './settings.js'
import { shareLinkStore } from './sharing/share-links.js'
import { wallLinkStore } from './sharing/wall-links.js'
import { universeStore } from './universes.js'
import { realName } from './upkeep/durable-files.js'
import { removeLeftOverCopies } from './upkeep/make-copy.js'
import { moveTimesBack } from './upkeep/move-back.js'
import { usageStore } from './usage.js'

export interface SqliteOptions {
  readonly clock: Clock
  readonly clockState?: () => ClockState
  readonly plans?: Plans
  readonly log?: Log
  readonly activity?: Pick<Activity, 'publish'>
  readonly maxRemovedBytes?: number
  /** An event bus on which others besides this store's connection also publish their commits. */
  readonly events?: EventBus
  readonly secretKeys?: SecretKeyTexts
  readonly maxBytes?: () => number
}

/** Throws UNAVAILABLE where another process has the database open: only one process at a time may own it. */
export async function openSqliteStore(file: string, options: SqliteOptions): Promise<Store> {
  try {
    return await openAlone(file, options)
  } catch (error) {
    throw explainedOpening(error, file)
  }
}

async function openAlone(file: string, options: SqliteOptions): Promise<Store> {
  // Runs first, so that a file of another program is not changed and no lock file is created beside it.
  claimFile(file)
  requireOnlyName(file)
  const lock = databaseLock(file)
  if (!lock.claim()) throw new DatabaseInUse(file)
  removeLeftOverNames(realName(file))
  const cutOff = cutOffOf(realName(file))
  try {
    const store = await openOwned(file, options, lock)
    // The next write makes zeros of what is missing, and then nothing shows it any more.
    if (cutOff !== undefined)
      options.log?.error(
        {},
        `${realName(file)} is damaged: ${cutOffText(cutOff)}. Stop the service and restore a backup.`,
      )
    return store
  } catch (error) {
    lock.release()
    throw error
  }
}

async function openOwned(file: string, options: SqliteOptions, lock: DatabaseLock): Promise<Store> {
  removeLeftOverCopies(realName(file))
  const connection = connect(file, options.events, options.maxBytes)
  try {
    const openFile = openFileOf(connection)
    const expectedVersion = await migrate(connection.raw, options.log)
    await nextStates(connection).settle()
    await nextWrites(connection).settle()
    const changes = changePublisher(connection)
    const { clock, clockState = () => 'unknown', plans = DEFAULT_PLANS, log, activity } = options
    const { maxRemovedBytes = DEFAULT_MAX_REMOVED_BYTES, secretKeys = {} } = options
    const readCache = cachedReads(connection, noteReads(activity, 'records'))
    const shared = { clock, clockState, log, activity, plans, maxRemovedBytes }
    const series = seriesStore(connection, changes, shared)
    await series.takeOverOldRows()
    const market = marketStore(connection, clockState)
    const keyRing = openKeyRing(keyFileOf(realName(file)), secretKeys, realName(file))
    const deps = {
      openFile,
      lock,
      changes,
      readCache,
      series,
      market,
      keyRing,
      clock,
      clockState,
      plans,
      expectedVersion,
      activity,
    }
    return assemble(connection, deps)
  } catch (error) {
    connection.close()
    throw error
  }
}

interface StoreDeps {
  readonly openFile: SqliteOpenFile
  readonly lock: DatabaseLock
  readonly changes: Changes
  readonly readCache: ReadCache
  readonly series: Series
  readonly market: SqliteMarketStore
  readonly keyRing: FileKeyRing
  readonly clock: Clock
  readonly clockState: () => ClockState
  readonly plans: Plans
  readonly expectedVersion: number
  readonly activity: Pick<Activity, 'publish'> | undefined
}

function assemble(connection: Connection, deps: StoreDeps): Store {
  const { lock, changes, readCache, series, market, keyRing, clock, clockState, plans, expectedVersion } = deps
  const settings = settingStore(connection)
  const { openFile } = deps
  return {
    accounts: onFirstUse(() => accountStore(connection, changes, { clock, clockState, plans, readCache })),
    members: onFirstUse(() => memberStore(connection, changes)),
    sessions: onFirstUse(() => sessionStore(connection, clockState)),
    games: onFirstUse(() => gameStore(connection, changes, readCache, noteReads(deps.activity, 'games'))),
    universes: onFirstUse(() => universeStore(connection)),
    keys: onFirstUse(() => keyStore(connection, changes, readCache)),
    guilds: onFirstUse(() => guildStore(connection, changes, { clock, clockState })),
    guildSettings: onFirstUse(() => guildSettingsStore(connection, changes)),
    scheduledPosts: onFirstUse(() => scheduledPostStore(connection)),
    panels: onFirstUse(() => panelStore(connection)),
    counters: onFirstUse(() => counterStore(connection)),
    series,
    evaluations: onFirstUse(() => evaluationStore(connection)),
    eventLog: onFirstUse(() => eventLog(connection)),
    outbox: onFirstUse(() => outbox(connection)),
    routes: onFirstUse(() => routeStore(connection, changes)),
    rules: onFirstUse(() => ruleStore(connection, changes)),
    expectedSpans: onFirstUse(() => expectedSpanStore(connection, changes)),
    hourlyNumbers: onFirstUse(() => hourlyNumbersStore(connection)),
    removedSamples: series.removedSamples,
    market,
    personAlerts: onFirstUse(() => personAlertStore(connection)),
    revenue: onFirstUse(() => revenueStore(connection, changes)),
    usage: onFirstUse(() => usageStore(connection, changes)),
    icons: onFirstUse(() => iconStore(connection)),
    marks: onFirstUse(() => gameMarkStore(connection, changes, readCache)),
    shareLinks: onFirstUse(() => shareLinkStore(connection)),
    wallLinks: onFirstUse(() => wallLinkStore(connection)),
    privateServerUses: onFirstUse(() => privateServerUseStore(connection, clockState)),
    settings,
    secrets: secretStore(connection, keyRing, clock),
    audit: onFirstUse(() => auditStore(connection)),
    leases: allLeases(series),
    windowCounter: undefined,
    answerInTime: undefined,
    health: async () => ({
      writable: await isWritable(settings, clock),
      migrated: schemaVersion(connection.raw) === expectedVersion,
      ...((await openFile.isMoved()) && { moved: true as const }),
    }),
    openFile,
    missedNote: missedNoteOf(openFile.path),
    bytes: async () => pragmaOf(connection, 'page_count') * pragmaOf(connection, 'page_size'),
    events: connection.events,
    moveBack: futureMover(connection, deps),
    close: () => {
      series.stop()
      openFile.finish()
      connection.close()
      lock.release()
    },
  }
}

/** Makes a part of the store when it is used first: to prepare all of its statements is most of the time of opening a file. */
function onFirstUse<Part extends object>(make: () => Part): Part {
  let part: Part | undefined
  const made = (): Part => {
    part ??= make()
    return part
  }
  return new Proxy({} as Part, {
    get: (_, name) => Reflect.get(made(), name),
    set: (_, name, value) => Reflect.set(made(), name, value),
    has: (_, name) => Reflect.has(made(), name),
    ownKeys: () => Reflect.ownKeys(made()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(made(), name),
    defineProperty: (_, name, descriptor) => Reflect.defineProperty(made(), name, descriptor),
  })
}

const pragmaOf = ({ raw }: Connection, name: string): number => Number(raw.pragma(name, { simple: true }))

/** One transaction: a cursor that was moved back without its gaps would leave minutes with neither sample nor gap. */
function futureMover(connection: Connection, { changes, series, market, clockState }: StoreDeps): Store['moveBack'] {
  return async (now): Promise<ClockRepair> => {
    if (clockState() !== 'correct') return NO_REPAIR
    return connection.write(() => {
      const { cursor, gaps, universeIds } = series.moveBack(minuteOf(now))
      const times =
        moveTimesBack(connection, now) + market.moveBack(minuteOf(now)) + moveEventsBack(connection, minuteOf(now))
      if (universeIds.length > 0) changes.bump('universes')
      if (times > 0) for (const table of RECORD_TABLES) changes.bump(table)
      return { cursor, gaps, schedules: universeIds.length, times }
    })
  }
}

/** Only a write can show this: with a full disk or a read-only file, all reads still succeed. */
async function isWritable(settings: SettingStore, clock: Clock): Promise<StoreHealth['writable']> {
  try {
    await settings.set('store.checked_at', new Date(clock.now()).toISOString())
    return true
  } catch {
    return false
  }
}
