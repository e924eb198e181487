// The tables of the notifications, under their original names; ../schema.ts holds the main tables. `npm run migration`
// writes a migration from a change here.
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { PostTopic } from '../../../domain/live-updates/scheduled-post.js'
import type { NotificationKind } from '../../../domain/notifications/facts.js'
import type { NotificationContinuation, NotificationState } from '../../../domain/notifications/notification.js'
import type { AlertMetric, RoutedKind } from '../../../domain/notifications/settings.js'
import { personAlert } from '../person-alerts/schema.js'
import { account, game } from '../schema.js'

const id = () => integer('id').primaryKey({ autoIncrement: true })
const gameId = () =>
  integer('game_id')
    .notNull()
    .references(() => game.id, { onDelete: 'cascade' })

export const notification = sqliteTable(
  'notice',
  {
    id: id(),
    gameId: gameId(),
    accountId: integer('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<NotificationKind>().notNull(),
    subject: text('subject').notNull(),
    occurredAt: integer('occurred_at').notNull(),
    /** JSON. */
    facts: text('facts').notNull(),
    state: text('state').$type<NotificationState>().notNull(),
    channelId: text('channel_id'),
    messageId: text('message_id'),
    reason: text('reason'),
    attempts: integer('attempts').notNull(),
    nextAttemptAt: integer('next_attempt_at').notNull(),
    claimedAt: integer('claimed_at'),
    uncertainSince: integer('doubt_since'),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    followsAs: text('follows_as').$type<NotificationContinuation['as']>(),
    followsSubject: text('follows_subject'),
    fixedChannelId: text('fixed_channel_id'),
    /** Set on what is posted together with others. */
    batchId: integer('batch_id'),
    /** Set on what is delivered to one person. */
    personAlertId: integer('person_alert_id').references(() => personAlert.id, { onDelete: 'cascade' }),
  },
  (table) => [
    // This index makes a crossing notify only once.
    uniqueIndex('notice_once').on(table.gameId, table.kind, table.subject),
    // What concerns the whole platform is notified once per account, whichever of its games was evaluated first.
    uniqueIndex('notice_once_an_account')
      .on(table.accountId, table.subject)
      .where(sql`kind IN ('platform_drop', 'platform_incident')`),
    index('notice_by_account').on(table.accountId, table.id),
    index('notice_by_person_alert').on(table.personAlertId).where(sql`person_alert_id IS NOT NULL`),
    index('notice_by_batch').on(table.batchId).where(sql`batch_id IS NOT NULL`),
    index('notice_open').on(table.id).where(sql`state IN ('pending', 'claimed')`),
  ],
)

/** The state that each evaluator keeps of a game. */
export const evaluatorState = sqliteTable(
  'notice_state',
  {
    gameId: gameId(),
    kind: text('kind').$type<RoutedKind | 'incident'>().notNull(),
    /** JSON. */
    state: text('state').notNull(),
    /** Whether the game was found paused since the state was written. */
    isResumed: integer('is_resumed', { mode: 'boolean' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.gameId, table.kind] })],
)

/** States that an evaluation has written ahead of its commit (../evaluation/next-states.ts): they count once the cursor is at their minute. */
export const nextEvaluatorState = sqliteTable(
  'notice_state_next',
  {
    gameId: gameId(),
    kind: text('kind').$type<RoutedKind | 'incident'>().notNull(),
    state: text('state').notNull(),
    minute: integer('minute').notNull(),
  },
  (table) => [primaryKey({ columns: [table.gameId, table.kind] })],
)

/** What an evaluation has written ahead of its commit (../evaluation/next-writes.ts): it counts once the cursor is at its minute. */
export const evaluationWrite = sqliteTable('evaluation_write', {
  id: integer('id').primaryKey(),
  minute: integer('minute').notNull(),
  createdAt: integer('created_at').notNull(),
  /** JSON. */
  content: text('content').notNull(),
})

/** One row, with the last evaluated minute. */
export const evaluationCursor = sqliteTable('notice_cursor', {
  id: integer('id').primaryKey(),
  minute: integer('minute').notNull(),
})

export const notificationRoute = sqliteTable(
  'notice_route',
  {
    gameId: gameId(),
    kind: text('kind').$type<RoutedKind>().notNull(),
    channelId: text('channel_id'),
    enabled: integer('enabled', { mode: 'boolean' }).notNull(),
    /** JSON; only for digests. */
    digest: text('digest'),
    roleId: text('role_id'),
    /** JSON. */
    quietHours: text('quiet_hours'),
    mutedUntil: integer('muted_until'),
    isPublished: integer('is_published', { mode: 'boolean' }).notNull().default(false),
    inThreads: integer('in_threads', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.gameId, table.kind] })],
)

/** Posts about several games of a server, made again and again. */
export const scheduledPost = sqliteTable(
  'scheduled_post',
  {
    id: id(),
    guildId: text('guild_id').notNull(),
    channelId: text('channel_id').notNull(),
    topic: text('topic').$type<PostTopic>().notNull(),
    weekday: integer('weekday').notNull(),
    /** Minutes of the local day. */
    at: integer('at').notNull(),
    /** Due times up to this minute are done. */
    doneUntil: integer('done_until').notNull(),
  },
  (table) => [uniqueIndex('scheduled_post_once').on(table.guildId, table.channelId, table.topic)],
)

/** Channels that rejected posts permanently. */
export const notificationPause = sqliteTable('notice_pause', {
  channelId: text('channel_id').primaryKey(),
  reason: text('reason').notNull(),
  since: integer('since').notNull(),
  until: integer('until').notNull(),
})

export const notificationRule = sqliteTable(
  'notice_rule',
  {
    id: id(),
    gameId: gameId(),
    metric: text('metric').$type<AlertMetric>().notNull(),
    /** JSON, like `quietHours`. */
    condition: text('condition').notNull(),
    readings: integer('readings').notNull(),
    /** Null in rules that count readings. */
    minutes: integer('minutes'),
    cooldownMinutes: integer('cooldown_minutes').notNull(),
    quietHours: text('quiet_hours'),
    roleId: text('role_id'),
    createdAt: integer('created_at').notNull(),
    isPaused: integer('is_paused', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [index('notice_rule_by_game').on(table.gameId)],
)

/** Spans that managers marked as expected. */
export const expectedSpan = sqliteTable(
  'expected_span',
  {
    id: id(),
    gameId: gameId(),
    from: integer('from_minute').notNull(),
    until: integer('until_minute').notNull(),
    note: text('note').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [uniqueIndex('expected_span_once').on(table.gameId, table.from, table.until)],
)
