// The records of the store port on PostgreSQL: checks the server, migrates the database, and composes its parts. README.md says
// what is missing before DATABASE_URL can select it.
import { sql } from 'drizzle-orm'
import type { Clock } from '../../domain/clock.js'
import { DEFAULT_PLANS, type Plans } from '../../domain/plan.js'
import type { EventBus, Log } from '../../domain/ports/events.js'
import type { SettingStore, Store } from '../../domain/ports/store.js'
import type { ClockState } from '../../domain/time/clock-check.js'
import { accountStore } from './accounts.js'
import { auditStore } from './audit/audit-log.js'
import { sessionStore } from './auth/sessions.js'
import { only } from './columns.js'
import { connect, type Orm } from './connection.js'
import { guildSettingsStore } from './discord/guild-settings.js'
import { guildStore } from './discord/guilds.js'
import { counterStore, panelStore } from './discord/live.js'
import { gameStore } from './games.js'
import { iconStore } from './icons/icons.js'
import { keyStore } from './keys.js'
import { gameMarkStore } from './marks/marks.js'
import { memberStore } from './members.js'
import { migrate } from './migrate.js'
import { evaluationStore } from './notifications/evaluation.js'
import { expectedSpanStore, routeStore, ruleStore } from './notifications/settings.js'
import { privateServerUseStore } from './private-server-uses.js'
import { revenueStore } from './revenue.js'
import { requireUsableServer } from './server/check-server.js'
import { settingStore } from './settings.js'
import { shareLinkStore } from './sharing/share-links.js'
import { wallLinkStore } from './sharing/wall-links.js'
import { universeStore } from './universes.js'
import { usageStore } from './usage.js'

export interface PostgresOptions {
  readonly clock: Clock
  /** Without it the clock counts as `unknown`: then nothing is deleted or expired. */
  readonly clockState?: () => ClockState
  readonly plans?: Plans
  readonly log?: Log
  /** An event bus on which others also publish their commits. */
  readonly events?: EventBus
}

/** The part of the store that is implemented. */
export interface PostgresRecords
  extends Pick<
    Store,
    | 'accounts'
    | 'members'
    | 'sessions'
    | 'games'
    | 'universes'
    | 'keys'
    | 'guilds'
    | 'guildSettings'
    | 'panels'
    | 'counters'
    | 'evaluations'
    | 'routes'
    | 'rules'
    | 'expectedSpans'
    | 'revenue'
    | 'usage'
    | 'icons'
    | 'marks'
    | 'shareLinks'
    | 'wallLinks'
    | 'privateServerUses'
    | 'settings'
    | 'audit'
    | 'health'
    | 'bytes'
    | 'events'
  > {
  close(): Promise<void>
}

export async function openPostgresRecords(databaseUrl: string, options: PostgresOptions): Promise<PostgresRecords> {
  const { clock, clockState = () => 'unknown', plans = DEFAULT_PLANS, log, events } = options
  await requireUsableServer(databaseUrl)
  const expectedVersion = await migrate(databaseUrl, { log })
  const connection = connect(databaseUrl, { bus: events, log })
  const settings = settingStore(connection)
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
    evaluations: evaluationStore(connection),
    routes: routeStore(connection),
    rules: ruleStore(connection),
    expectedSpans: expectedSpanStore(connection),
    revenue: revenueStore(connection),
    usage: usageStore(connection),
    icons: iconStore(connection),
    marks: gameMarkStore(connection),
    shareLinks: shareLinkStore(connection),
    wallLinks: wallLinkStore(connection),
    privateServerUses: privateServerUseStore(connection, clockState),
    settings,
    audit: auditStore(connection),
    health: async () => ({
      writable: await isWritable(settings, clock),
      migrated: (await connection.read(readVersion)) === expectedVersion,
    }),
    bytes: () => connection.read(readBytes),
    events: connection.events,
    close: connection.close,
  }
}

const readVersion = async (orm: Orm): Promise<number> =>
  only((await orm.execute<{ version: number }>(sql`SELECT version FROM headcount_schema`)).rows).version

const readBytes = async (orm: Orm): Promise<number> => {
  const { rows } = await orm.execute<{ bytes: string }>(sql`SELECT pg_database_size(current_database()) AS bytes`)
  return Number(only(rows).bytes)
}

/** Only a write can show this: on a server that only repeats another one, all reads still succeed. */
async function isWritable(settings: SettingStore, clock: Clock): Promise<boolean> {
  try {
    await settings.set('store.checked_at', new Date(clock.now()).toISOString())
    return true
  } catch {
    return false
  }
}
