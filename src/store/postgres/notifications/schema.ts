// The tables of the notifications, under their original names; ../schema.ts says how a change becomes a migration.
import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core'
import type { PostTopic } from '../../../domain/live-updates/scheduled-post.js'
import type { NotificationKind } from '../../../domain/notifications/facts.js'
import type { NotificationContinuation, NotificationState } from '../../../domain/notifications/notification.js'
import type { AlertMetric, RoutedKind } from '../../../domain/notifications/settings.js'
import { ownId, text, whole } from '../columns.js'
import { personAlert } from '../person-alerts/schema.js'
import { account, game } from '../schema.js'

const gameId = () =>
  whole('game_id')
    .notNull()
    .references(() => game.id, { onDelete: 'cascade' })

export const notification = pgTable(
  'notice',
  {
    id: ownId(),
    gameId: gameId(),
    accountId: whole('account_id')
      .notNull()
      .references(() => account.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<NotificationKind>().notNull(),
    subject: text('subject').notNull(),
    occurredAt: whole('occurred_at').notNull(),
    /** JSON. */
    facts: text('facts').notNull(),
    state: text('state').$type<NotificationState>().notNull(),
    channelId: text('channel_id'),
    messageId: text('message_id'),
    reason: text('reason'),
    attempts: whole('attempts').notNull(),
    nextAttemptAt: whole('next_attempt_at').notNull(),
    claimedAt: whole('claimed_at'),
    uncertainSince: whole('doubt_since'),
    createdAt: whole('created_at').notNull(),
    expiresAt: whole('expires_at').notNull(),
    followsAs: text('follows_as').$type<NotificationContinuation['as']>(),
    followsSubject: text('follows_subject'),
    fixedChannelId: text('fixed_channel_id'),
    /** Set on what is posted together with others. */
    batchId: whole('batch_id'),
    /** Set on what is delivered to one person. */
    personAlertId: whole('person_alert_id').references(() => personAlert.id, { onDelete: 'cascade' }),
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
export const evaluatorState = pgTable(
  'notice_state',
  {
    gameId: gameId(),
    kind: text('kind').$type<RoutedKind | 'incident'>().notNull(),
    /** JSON. */
    state: text('state').notNull(),
    /** Whether the game was found paused since the state was written. */
    isResumed: boolean('is_resumed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.gameId, table.kind] })],
)

/** One row, with the last evaluated minute. */
export const evaluationCursor = pgTable('notice_cursor', {
  id: whole('id').primaryKey(),
  minute: whole('minute').notNull(),
})

export const notificationRoute = pgTable(
  'notice_route',
  {
    gameId: gameId(),
    kind: text('kind').$type<RoutedKind>().notNull(),
    channelId: text('channel_id'),
    enabled: boolean('enabled').notNull(),
    /** JSON; only for digests. */
    digest: text('digest'),
    roleId: text('role_id'),
    /** JSON. */
    quietHours: text('quiet_hours'),
    mutedUntil: whole('muted_until'),
    isPublished: boolean('is_published').notNull().default(false),
    inThreads: boolean('in_threads').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.gameId, table.kind] })],
)

/** Posts about several games of a server, made again and again. */
export const scheduledPost = pgTable(
  'scheduled_post',
  {
    id: ownId(),
    guildId: text('guild_id').notNull(),
    channelId: text('channel_id').notNull(),
    topic: text('topic').$type<PostTopic>().notNull(),
    weekday: whole('weekday').notNull(),
    /** Minutes of the local day. */
    at: whole('at').notNull(),
    /** Due times up to this minute are done. */
    doneUntil: whole('done_until').notNull(),
  },
  (table) => [uniqueIndex('scheduled_post_once').on(table.guildId, table.channelId, table.topic)],
)

/** Channels that rejected posts permanently. */
export const notificationPause = pgTable('notice_pause', {
  channelId: text('channel_id').primaryKey(),
  reason: text('reason').notNull(),
  since: whole('since').notNull(),
  until: whole('until').notNull(),
})

export const notificationRule = pgTable(
  'notice_rule',
  {
    id: ownId(),
    gameId: gameId(),
    metric: text('metric').$type<AlertMetric>().notNull(),
    /** JSON, like `quietHours`. */
    condition: text('condition').notNull(),
    readings: whole('readings').notNull(),
    /** Null in rules that count readings. */
    minutes: whole('minutes'),
    cooldownMinutes: whole('cooldown_minutes').notNull(),
    quietHours: text('quiet_hours'),
    roleId: text('role_id'),
    createdAt: whole('created_at').notNull(),
    isPaused: boolean('is_paused').notNull().default(false),
  },
  (table) => [index('notice_rule_by_game').on(table.gameId)],
)

/** Spans that managers marked as expected. */
export const expectedSpan = pgTable(
  'expected_span',
  {
    id: ownId(),
    gameId: gameId(),
    from: whole('from_minute').notNull(),
    until: whole('until_minute').notNull(),
    note: text('note').notNull(),
    createdAt: whole('created_at').notNull(),
  },
  (table) => [uniqueIndex('expected_span_once').on(table.gameId, table.from, table.until)],
)
