// The store port on PostgreSQL: checks the server, migrates the database, and composes its parts.
import { sql } from 'drizzle-orm'
import { type Clock, minuteOf } from '../../domain/clock.js'
import { DEFAULT_PLANS, type Plans } from '../../domain/plan.js'
import type { Activity } from '../../domain/ports/activity.js'
import { type EventBus, type Log, RECORD_TABLES } from '../../domain/ports/events.js'
import { DEFAULT_MAX_REMOVED_BYTES } from '../../domain/ports/removed-samples.js'
import type { ClockRepair, SettingStore, Store, StoreHealth } from '../../domain/ports/store.js'
import type { ClockState } from '../../domain/time/clock-check.js'
import { NO_REPAIR } from '../values/future-times.js'
import { accountStore } from './accounts.js'
import { auditStore } from './audit/audit-log.js'
import { sessionStore } from './auth/sessions.js'
import { isUnreachable } from './changes/availability.js'
import { only } from './columns.js'
import { type Connection, connect, type Orm, type Transaction } from './connection.js'
import { guildSettingsStore } from './discord/guild-settings.js'
import { guildStore } from './discord/guilds.js'
import { counterStore, panelStore } from './discord/live.js'
import { scheduledPostStore } from './discord/scheduled-posts.js'
import { eventLog } from './events/event-log.js'
import { gameStore } from './games.js'
import { hourlyNumbersStore } from './hourly/hourly-numbers.js'
import { iconStore } from './icons/icons.js'
import { keyStore } from './keys.js'
import { openLeases } from './leases/leases.js'
import { moveCursorsBack, readWholeCursor } from './leases/shard-cursors.js'
import { windowCounter } from './limits/window-counter.js'
import { marketStore } from './market/market.js'
import { gameMarkStore } from './marks/marks.js'
import { memberStore } from './members.js'
import { migrate } from './migrate.js'
import { evaluationStore, outbox } from './notifications/outbox.js'
import { expectedSpanStore, routeStore, ruleStore } from './notifications/settings.js'
import { personAlertStore } from './person-alerts/person-alerts.js'
import { privateServerUseStore } from './private-server-uses.js'
import { revenueStore } from './revenue.js'
import { type SecretKeyTexts, secretStore } from './secrets/secrets.js'
import type { PostgresSeriesOptions } from './series/engine.js'
import { type PostgresSeries, postgresSeries } from './series/series.js'
import { requireUsableServer } from './server/check-server.js'
import { settingStore } from './settings.js'
import { shareLinkStore } from './sharing/share-links.js'
import { wallLinkStore } from './sharing/wall-links.js'
import { universeStore } from './universes.js'
import { moveEventsBack, moveMarketBack, moveTimesBack } from './upkeep/move-back.js'
import { usageStore } from './usage.js'

export interface PostgresOptions {
  readonly clock: Clock
  /** Without it the clock counts as `unknown`: then nothing is deleted or expired. */
  readonly clockState?: () => ClockState
  readonly plans?: Plans
  readonly log?: Log
  readonly activity?: Pick<Activity, 'publish'>
  /** The disk budget in bytes for samples that retention removed; with 0, retention removes nothing. */
  readonly maxRemovedBytes?: number
  /** An event bus on which others also publish their commits. */
  readonly events?: EventBus
  readonly secretKeys?: SecretKeyTexts
}

export interface PostgresStore extends Store {
  /** Frees what this process holds. */
  close(): Promise<void>
}

export async function openPostgresStore(databaseUrl: string, options: PostgresOptions): Promise<PostgresStore> {
  await requireUsableServer(databaseUrl)
  const expectedVersion = await migrate(databaseUrl, { log: options.log })
  const connection = connect(databaseUrl, { bus: options.events, log: options.log })
  await connection.listen()
  const { clock, clockState = () => 'unknown', log } = options
  const timed = postgresSeries(connection, seriesOptions(options))
  const { recordTick } = timed.series
  const cursor = async () => (await connection.read(readWholeCursor)) ?? timed.series.cursor()
  const leases = openLeases({ databaseUrl, connection, recordTick, cursor, log })
  const windows = windowCounter(databaseUrl)
  const records = recordsOf(connection, options)
  return {
    ...records,
    series: { ...timed.series, cursor },
    removedSamples: timed.removedSamples,
    leases,
    windowCounter: windows,
    health: () =>
      knownHealth(async () => ({
        writable: await isWritable(records.settings, clock),
        migrated: (await connection.read(readVersion)) === expectedVersion,
      })),
    openFile: undefined,
    missedNote: undefined,
    bytes: () => connection.read(readBytes),
    answerInTime: connection.answerInTime,
    events: connection.events,
    moveBack: async (now) =>
      clockState() === 'correct'
        ? connection.write((transaction) => moveEverythingBack(transaction, timed, now))
        : NO_REPAIR,
    close: async () => {
      await leases.close()
      await windows.close()
      await connection.close()
    },
  }
}

const seriesOptions = (options: PostgresOptions): PostgresSeriesOptions => {
  const { clock, clockState = () => 'unknown', plans = DEFAULT_PLANS, log, activity } = options
  return {
    clock,
    clockState,
    plans,
    log,
    activity,
    maxRemovedBytes: options.maxRemovedBytes ?? DEFAULT_MAX_REMOVED_BYTES,
  }
}

/** Everything but the samples, and what comes of them. */
function recordsOf(connection: Connection, options: PostgresOptions) {
  const { clock, clockState = () => 'unknown', plans = DEFAULT_PLANS, secretKeys = {} } = options
  return {
    accounts: accountStore(connection, { clock, clockState, plans }),
    members: memberStore(connection),
    sessions: sessionStore(connection, clockState),
    games: gameStore(connection),
    universes: universeStore(connection),
    keys: keyStore(connection),
    guilds: guildStore(connection, { clock, clockState }),
    guildSettings: guildSettingsStore(connection),
    panels: panelStore(connection),
    counters: counterStore(connection),
    market: marketStore(connection, clockState),
    evaluations: evaluationStore(connection),
    eventLog: eventLog(connection),
    outbox: outbox(connection),
    scheduledPosts: scheduledPostStore(connection),
    personAlerts: personAlertStore(connection),
    routes: routeStore(connection),
    rules: ruleStore(connection),
    expectedSpans: expectedSpanStore(connection),
    hourlyNumbers: hourlyNumbersStore(connection),
    revenue: revenueStore(connection),
    usage: usageStore(connection),
    icons: iconStore(connection),
    marks: gameMarkStore(connection),
    shareLinks: shareLinkStore(connection),
    wallLinks: wallLinkStore(connection),
    privateServerUses: privateServerUseStore(connection, clockState),
    settings: settingStore(connection),
    secrets: secretStore(connection, secretKeys, clock),
    audit: auditStore(connection),
  }
}

/** One transaction: a cursor that was moved back without its gaps would leave minutes with neither sample nor gap. */
async function moveEverythingBack(
  transaction: Transaction,
  timed: Pick<PostgresSeries, 'moveBack'>,
  now: number,
): Promise<ClockRepair> {
  const minute = minuteOf(now)
  const shardCursor = await moveCursorsBack(transaction.orm, minute)
  const { cursor, gaps, universeIds } = await timed.moveBack(transaction, minute)
  const times =
    (await moveTimesBack(transaction, now)) +
    (await moveMarketBack(transaction, minute)) +
    (await moveEventsBack(transaction, minute))
  if (universeIds.length > 0) transaction.changed('universes')
  if (times > 0) for (const table of RECORD_TABLES) transaction.changed(table)
  return { cursor: cursor ?? shardCursor, gaps, schedules: universeIds.length, times }
}

const readVersion = async (orm: Orm): Promise<number> =>
  only((await orm.execute<{ version: number }>(sql`SELECT version FROM headcount_schema`)).rows).version

const readBytes = async (orm: Orm): Promise<number> => {
  const { rows } = await orm.execute<{ bytes: string }>(sql`SELECT pg_database_size(current_database()) AS bytes`)
  return Number(only(rows).bytes)
}

/** Only a write can show this: on a server that only repeats another one, all reads still succeed. */
async function knownHealth(read: () => Promise<StoreHealth>): Promise<StoreHealth> {
  try {
    return await read()
  } catch (error) {
    if (isUnreachable(error)) return { writable: false, unreachable: true }
    throw error
  }
}

async function isWritable(settings: SettingStore, clock: Clock): Promise<boolean> {
  try {
    await settings.set('store.checked_at', new Date(clock.now()).toISOString())
    return true
  } catch {
    return false
  }
}
