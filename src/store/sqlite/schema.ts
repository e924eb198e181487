// The tables. `npx drizzle-kit generate --config src/store/sqlite/drizzle.config.ts` writes a migration from a change
// here. drizzle-kit runs this file by itself, so apart from types it imports little.
import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Role, Status } from '../../domain/account.js'
import type { GapReason } from '../../domain/gap.js'
import { MEASURES, SAMPLED_MEASURES } from '../../domain/measures.js'
import type { PlanName } from '../../domain/plan.js'
import type { Condition, UniverseEvent } from '../../domain/universe.js'
import { creatorText } from './universe/creator-text.js'

// Ids are never reused (AUTOINCREMENT), so that an old link or log line never points to another account's game.
const id = () => integer('id').primaryKey({ autoIncrement: true })

export const account = sqliteTable('account', {
  id: id(),
  name: text('name').notNull().unique(),
  plan: text('plan').$type<PlanName>().notNull(),
  status: text('status').$type<Status>().notNull(),
  trialEndsAt: integer('trial_ends_at'),
  keptPlan: text('kept_plan').$type<PlanName>(),
  keptUntil: integer('kept_until'),
  createdAt: integer('created_at').notNull(),
})

const accountId = () =>
  integer('account_id')
    .notNull()
    .references(() => account.id, { onDelete: 'cascade' })

export const member = sqliteTable(
  'member',
  {
    accountId: accountId(),
    discordUserId: text('discord_user_id').notNull(),
    role: text('role').$type<Role>().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.discordUserId] }),
    index('member_by_user').on(table.discordUserId),
  ],
)

export const universe = sqliteTable('universe', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  rootPlaceId: integer('root_place_id').notNull(),
  updatedAt: integer('updated_at'),
  condition: text('condition').$type<Condition>().notNull(),
  creator: creatorText('creator'),
})

/** Changes of a universe, with the minute of the tick that found them. The row in `universe` has only the last one. */
export const universeEvent = sqliteTable(
  'universe_event',
  {
    universeId: integer('universe_id').notNull(),
    minute: integer('minute').notNull(),
    what: text('what').$type<UniverseEvent['what']>().notNull(),
    value: text('value').notNull(),
  },
  (table) => [primaryKey({ columns: [table.universeId, table.minute, table.what] })],
)

export const game = sqliteTable(
  'game',
  {
    id: id(),
    accountId: accountId(),
    universeId: integer('universe_id')
      .notNull()
      .references(() => universe.id),
    channelId: text('channel_id'),
    isActive: integer('is_active', { mode: 'boolean' }).notNull(),
    isPausedByPlan: integer('is_paused_by_plan', { mode: 'boolean' }).notNull().default(false),
    isPublic: integer('is_public', { mode: 'boolean' }).notNull().default(false),
    createdAt: integer('created_at').notNull(),
    // The row stays after the removal, because its history stays readable for 30 days (PLANS-13).
    removedAt: integer('removed_at'),
  },
  (table) => [
    uniqueIndex('game_once').on(table.accountId, table.universeId).where(sql`removed_at IS NULL`),
    index('game_by_universe').on(table.universeId),
  ],
)

/**
 * The universes that a removed account read, and at which interval. Their samples are retained as if the account still
 * existed (PLANS-14).
 */
export const formerReader = sqliteTable(
  'former_reader',
  {
    universeId: integer('universe_id').notNull(),
    plan: text('plan').$type<PlanName>().notNull(),
    until: integer('until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.universeId, table.plan] })],
)

/** Signed-in browsers, either of a Discord user or of the holder of a login link. */
export const session = sqliteTable(
  'session',
  {
    id: id(),
    hash: text('hash').notNull().unique(),
    discordUserId: text('discord_user_id'),
    accountId: integer('account_id').references(() => account.id, { onDelete: 'cascade' }),
    role: text('role').$type<Role>(),
    name: text('name'),
    browser: text('browser').notNull(),
    createdAt: integer('created_at').notNull(),
    lastSeenAt: integer('last_seen_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    isOperator: integer('is_operator', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [index('session_by_user').on(table.discordUserId), index('session_by_account').on(table.accountId)],
)

export const apiKey = sqliteTable(
  'api_key',
  {
    id: id(),
    accountId: accountId(),
    name: text('name').notNull(),
    prefix: text('prefix').notNull(),
    hash: text('hash').notNull().unique(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
    expiresAt: integer('expires_at'),
    revokedAt: integer('revoked_at'),
  },
  (table) => [index('api_key_by_account').on(table.accountId)],
)

/** How many private servers an account opened on a UTC day (LEGACY-14: at most 10). */
export const privateServerUse = sqliteTable(
  'private_server_use',
  { accountId: accountId(), day: integer('day').notNull(), uses: integer('uses').notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.day] })],
)

export const guild = sqliteTable(
  'guild',
  { guildId: text('guild_id').primaryKey(), accountId: accountId(), linkedAt: integer('linked_at').notNull() },
  (table) => [index('guild_by_account').on(table.accountId)],
)

export const guildCode = sqliteTable('guild_code', {
  hash: text('hash').primaryKey(),
  accountId: accountId(),
  expiresAt: integer('expires_at').notNull(),
})

export const guildSetting = sqliteTable('guild_setting', {
  guildId: text('guild_id').primaryKey(),
  timeZone: text('time_zone'),
  language: text('language'),
  newsChannelId: text('news_channel_id'),
  quietFrom: integer('quiet_from'),
  quietUntil: integer('quiet_until'),
  letsUrgent: integer('lets_urgent', { mode: 'boolean' }).notNull().default(false),
})

/** The guild of each linked channel. */
export const guildChannel = sqliteTable(
  'guild_channel',
  { channelId: text('channel_id').primaryKey(), guildId: text('guild_id').notNull() },
  (table) => [index('guild_channel_by_guild').on(table.guildId)],
)

/** Guilds that the bot has left. Their rows are deleted 30 days later (DISCORD-9). */
export const guildDeparture = sqliteTable('guild_departure', {
  guildId: text('guild_id').primaryKey(),
  leftAt: integer('left_at').notNull(),
})

/** Belongs to the account's game, never to the universe (DATA-11). */
export const revenue = sqliteTable(
  'revenue',
  {
    gameId: integer('game_id')
      .notNull()
      .references(() => game.id, { onDelete: 'cascade' }),
    day: integer('day').notNull(),
    amount: real('amount').notNull(),
  },
  (table) => [primaryKey({ columns: [table.gameId, table.day] })],
)

export const requestCount = sqliteTable(
  'request_count',
  { accountId: accountId(), day: integer('day').notNull(), count: integer('count').notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.day] })],
)

const keyId = () =>
  integer('key_id')
    .notNull()
    .references(() => apiKey.id, { onDelete: 'cascade' })
export const keyRequestCount = sqliteTable(
  'key_request_count',
  { keyId: keyId(), day: integer('day').notNull(), count: integer('count').notNull() },
  (table) => [primaryKey({ columns: [table.keyId, table.day] })],
)

export const setting = sqliteTable('setting', { key: text('key').primaryKey(), value: text('value').notNull() })

export const tickCursor = sqliteTable('tick_cursor', {
  id: integer('id').primaryKey(),
  minute: integer('minute').notNull(),
  clockWasWrong: integer('clock_was_wrong', { mode: 'boolean' }).notNull(),
})

// The tables of the series follow. Their statements are written by hand (series/). They are WITHOUT ROWID, which
// drizzle-kit cannot express: add it by hand to a migration that rebuilds one of them.

const measured = Object.fromEntries(
  MEASURES.map(({ name }) => [name, SAMPLED_MEASURES.includes(name) ? integer(name).notNull() : integer(name)]),
)

/** Samples that an older Headcount kept as rows; empty after its first start with `tick_samples`. */
export const sample = sqliteTable(
  'sample',
  {
    minute: integer('minute').notNull(),
    universeId: integer('universe_id').notNull(),
    ...measured,
  },
  (table) => [primaryKey({ columns: [table.minute, table.universeId] })],
)

/**
 * The number of a universe in the keys of `segment` and `rollup`, which is never reused, and the range of its segments.
 */
export const series = sqliteTable('series', {
  number: integer('number').primaryKey({ autoIncrement: true }),
  universeId: integer('universe_id').notNull().unique(),
  firstMinute: integer('first_minute').notNull(),
  lastMinute: integer('last_minute').notNull(),
})

/**
 * One segment for each universe and UTC week. series/tables/keys.ts defines the key, series/codec/FORMAT.md the bytes.
 */
export const segment = sqliteTable('segment', { key: integer('key').primaryKey(), data: blob('data').notNull() })

/** Segments that were unreadable when they were overwritten, with what is known of their content. */
export const damagedSegment = sqliteTable('damaged_segment', {
  key: integer('key').primaryKey(),
  data: blob('data').notNull(),
  /** The count from the rollups; null where they had none. */
  samples: integer('samples'),
  /** The rollups of the week, with the number of samples of each day. */
  rollup: blob('rollup'),
  /** The last minute of the universe's samples at that time. */
  lastMinute: integer('last_minute'),
})

/** For each segment: its number of samples, the slot that it was thinned to, and the rollups of its days. */
export const rollup = sqliteTable(
  'rollup',
  {
    key: integer('key').primaryKey(),
    samples: integer('samples').notNull(),
    /** Minutes; 1 where every sample is there. */
    slot: integer('slot').notNull(),
    /** Null where it must be computed again. */
    data: blob('data'),
  },
  (table) => [index('rollup_spoilt').on(table.key).where(sql`data IS NULL`)],
)

/** Gaps never overlap. Adjacent gaps have different reasons. */
export const gap = sqliteTable(
  'gap',
  {
    universeId: integer('universe_id').notNull(),
    fromMinute: integer('from_minute').notNull(),
    untilMinute: integer('until_minute').notNull(),
    reason: text('reason').$type<GapReason>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.universeId, table.fromMinute] }),
    index('gap_by_until').on(table.untilMinute),
  ],
)

export const schedule = sqliteTable(
  'schedule',
  {
    universeId: integer('universe_id').notNull(),
    since: integer('since').notNull(),
    interval: integer('interval').notNull(),
  },
  (table) => [primaryKey({ columns: [table.universeId, table.since] })],
)
