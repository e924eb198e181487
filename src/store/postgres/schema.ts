// The tables. `npm run migration:postgres` writes a migration from a change here. drizzle-kit runs this file by itself, so
// that it imports only types and ./columns.ts.
import { sql } from 'drizzle-orm'
import { boolean, doublePrecision, index, json, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Role, Status } from '../../domain/account.js'
import type { PlanName } from '../../domain/plan.js'
import type { Condition, UniverseCreator, UniverseEvent } from '../../domain/universe.js'
import { ownId, text, whole } from './columns.js'

export const account = pgTable('account', {
  id: ownId(),
  name: text('name').notNull().unique(),
  plan: text('plan').$type<PlanName>().notNull(),
  status: text('status').$type<Status>().notNull(),
  trialEndsAt: whole('trial_ends_at'),
  keptPlan: text('kept_plan').$type<PlanName>(),
  keptUntil: whole('kept_until'),
  createdAt: whole('created_at').notNull(),
})

const accountId = () =>
  whole('account_id')
    .notNull()
    .references(() => account.id, { onDelete: 'cascade' })

export const member = pgTable(
  'member',
  {
    accountId: accountId(),
    discordUserId: text('discord_user_id').notNull(),
    role: text('role').$type<Role>().notNull(),
    createdAt: whole('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.discordUserId] }),
    index('member_by_user').on(table.discordUserId),
  ],
)

export const universe = pgTable('universe', {
  id: whole('id').primaryKey(),
  name: text('name').notNull(),
  rootPlaceId: whole('root_place_id').notNull(),
  updatedAt: whole('updated_at'),
  condition: text('condition').$type<Condition>().notNull(),
  creator: json('creator').$type<UniverseCreator>(),
})

/** Changes of a universe, with the minute of the tick that found them. The row in `universe` has only the last one. */
export const universeEvent = pgTable(
  'universe_event',
  {
    universeId: whole('universe_id').notNull(),
    minute: whole('minute').notNull(),
    what: text('what').$type<UniverseEvent['what']>().notNull(),
    value: text('value').notNull(),
  },
  (table) => [primaryKey({ columns: [table.universeId, table.minute, table.what] })],
)

export const game = pgTable(
  'game',
  {
    id: ownId(),
    accountId: accountId(),
    universeId: whole('universe_id')
      .notNull()
      .references(() => universe.id),
    channelId: text('channel_id'),
    isActive: boolean('is_active').notNull(),
    isPausedByPlan: boolean('is_paused_by_plan').notNull().default(false),
    isPublic: boolean('is_public').notNull().default(false),
    createdAt: whole('created_at').notNull(),
    // The row stays after the removal, because its history stays readable for 30 days (PLANS-13).
    removedAt: whole('removed_at'),
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
export const formerReader = pgTable(
  'former_reader',
  {
    universeId: whole('universe_id').notNull(),
    plan: text('plan').$type<PlanName>().notNull(),
    until: whole('until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.universeId, table.plan] })],
)

/** Signed-in browsers, either of a Discord user or of the holder of a login link. */
export const session = pgTable(
  'session',
  {
    id: ownId(),
    hash: text('hash').notNull().unique(),
    discordUserId: text('discord_user_id'),
    accountId: whole('account_id').references(() => account.id, { onDelete: 'cascade' }),
    role: text('role').$type<Role>(),
    name: text('name'),
    browser: text('browser').notNull(),
    createdAt: whole('created_at').notNull(),
    lastSeenAt: whole('last_seen_at').notNull(),
    expiresAt: whole('expires_at').notNull(),
    isOperator: boolean('is_operator').notNull().default(false),
  },
  (table) => [index('session_by_user').on(table.discordUserId), index('session_by_account').on(table.accountId)],
)

export const apiKey = pgTable(
  'api_key',
  {
    id: ownId(),
    accountId: accountId(),
    name: text('name').notNull(),
    prefix: text('prefix').notNull(),
    hash: text('hash').notNull().unique(),
    createdAt: whole('created_at').notNull(),
    lastUsedAt: whole('last_used_at'),
    expiresAt: whole('expires_at'),
    revokedAt: whole('revoked_at'),
  },
  (table) => [index('api_key_by_account').on(table.accountId)],
)

/** How many private servers an account opened on a UTC day (LEGACY-14: at most 10). */
export const privateServerUse = pgTable(
  'private_server_use',
  { accountId: accountId(), day: whole('day').notNull(), uses: whole('uses').notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.day] })],
)

export const guild = pgTable(
  'guild',
  { guildId: text('guild_id').primaryKey(), accountId: accountId(), linkedAt: whole('linked_at').notNull() },
  (table) => [index('guild_by_account').on(table.accountId)],
)

export const guildCode = pgTable('guild_code', {
  hash: text('hash').primaryKey(),
  accountId: accountId(),
  expiresAt: whole('expires_at').notNull(),
})

export const guildSetting = pgTable('guild_setting', {
  guildId: text('guild_id').primaryKey(),
  timeZone: text('time_zone'),
  language: text('language'),
  newsChannelId: text('news_channel_id'),
  quietFrom: whole('quiet_from'),
  quietUntil: whole('quiet_until'),
  letsUrgent: boolean('lets_urgent').notNull().default(false),
})

/** The guild of each linked channel. */
export const guildChannel = pgTable(
  'guild_channel',
  { channelId: text('channel_id').primaryKey(), guildId: text('guild_id').notNull() },
  (table) => [index('guild_channel_by_guild').on(table.guildId)],
)

/** Guilds that the bot has left. Their rows are deleted 30 days later (DISCORD-9). */
export const guildDeparture = pgTable('guild_departure', {
  guildId: text('guild_id').primaryKey(),
  leftAt: whole('left_at').notNull(),
})

/** Belongs to the account's game, never to the universe (DATA-11). */
export const revenue = pgTable(
  'revenue',
  {
    gameId: whole('game_id')
      .notNull()
      .references(() => game.id, { onDelete: 'cascade' }),
    day: whole('day').notNull(),
    amount: doublePrecision('amount').notNull(),
  },
  (table) => [primaryKey({ columns: [table.gameId, table.day] })],
)

export const requestCount = pgTable(
  'request_count',
  { accountId: accountId(), day: whole('day').notNull(), count: whole('count').notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.day] })],
)

const keyId = () =>
  whole('key_id')
    .notNull()
    .references(() => apiKey.id, { onDelete: 'cascade' })
export const keyRequestCount = pgTable(
  'key_request_count',
  { keyId: keyId(), day: whole('day').notNull(), count: whole('count').notNull() },
  (table) => [primaryKey({ columns: [table.keyId, table.day] })],
)

export const setting = pgTable('setting', { key: text('key').primaryKey(), value: text('value').notNull() })

export const tickCursor = pgTable('tick_cursor', {
  id: whole('id').primaryKey(),
  minute: whole('minute').notNull(),
  clockWasWrong: boolean('clock_was_wrong').notNull(),
})

// Of the series, only what the records need: see README.md.

export const schedule = pgTable(
  'schedule',
  {
    universeId: whole('universe_id').notNull(),
    since: whole('since').notNull(),
    interval: whole('interval').notNull(),
  },
  (table) => [primaryKey({ columns: [table.universeId, table.since] })],
)
