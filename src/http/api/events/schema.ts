// The schema of an event (DATA-30): what all events have, and the details of each type.
import { z } from 'zod'
import { codeOf, GAP_REASONS } from '../../../domain/gap.js'
import { INCIDENT_TYPES } from '../../../domain/notifications/facts.js'
import { ALERT_METRICS } from '../../../domain/notifications/settings.js'
import { count, field, moment } from '../fields.js'

const gapReason = z.enum(GAP_REASONS.map(codeOf)).meta({
  id: 'GapReason',
  description:
    'Why there was no sample. platform_error: Roblox did not answer. late: the minute was over before it could be measured, because Headcount was suspended or too slow.',
})

export const eventEnd = moment
  .nullable()
  .meta({ description: 'When it was over; equal to its begin if it happened at one minute, null while it goes on' })

export const eventCause = z
  .enum([...new Set(['game', 'platform', 'headcount', ...GAP_REASONS.map(codeOf)])])
  .nullable()
  .meta({ description: 'Who or what it came from: the game, Roblox as a whole, this service, or the reason of a gap' })

const common = {
  id: z.int().positive().meta({ description: 'Number of the event; it is never used twice' }),
  game_id: z.int().nullable().meta({ description: 'Internal ID of the game; null for an event of Roblox as a whole' }),
  universe_id: z.int().nullable().meta({ description: 'Universe ID of the game at Roblox; null as for `game_id`' }),
  start: moment.meta({ description: 'When it began, to the minute (UTC)' }),
  end: eventEnd,
  cause: eventCause,
  uncertainty_minutes: count
    .nullable()
    .meta({ description: 'By how many minutes it may have begun earlier; null if that is not known' }),
  change: z.int().positive().meta({
    description: 'Sequence number over all events: each new event and each later change of one takes the next number',
  }),
  is_withdrawn: z
    .boolean()
    .meta({ description: 'It turned out not to have happened, or its note was removed; only in the order of changes' }),
}

const DETAILS = {
  update: z.strictObject({ found_at: moment.meta({ description: 'Time of the sample that showed it (UTC)' }) }),
  incident: z.strictObject({
    what: z.enum(INCIDENT_TYPES).meta({
      description:
        'hidden: Roblox sent a placeholder; gone: Roblox no longer returned it; silent: no data came; fall: players fell',
    }),
    affected: count.nullable().meta({ description: 'Tracked games it concerned; null for an incident of one game' }),
    compared: count.nullable().meta({ description: 'Tracked games that could be compared; null as for `affected`' }),
    games: z
      .array(
        z.strictObject({
          game_id: z.int().meta({ description: 'Internal ID of the game' }),
          what: z.enum(INCIDENT_TYPES).meta({ description: 'What happened to this game' }),
          start: moment.meta({ description: 'When it began for this game (UTC)' }),
          end: moment.nullable().meta({ description: 'When it was over for this game; null while it goes on' }),
        }),
      )
      .meta({ description: 'The games of your account that an incident of Roblox concerned' }),
  }),
  market_fall: z.strictObject({
    affected: count.meta({ description: 'Tracked games that fell; 0 where the charts of Roblox showed it' }),
    compared: count.meta({ description: 'Games that could be compared' }),
    drop: z.number().meta({ description: 'Share of players that the median game lost: 0.3 leaves 70 %' }),
  }),
  gap: z.strictObject({
    reasons: z.array(gapReason).meta({ description: 'In the order in which they occurred first' }),
  }),
  record: z.strictObject({
    players: count.meta({ description: 'Players at one time, the most so far' }),
    previous: count.meta({ description: 'The most players before' }),
  }),
  milestone: z.strictObject({
    metric: z.enum(['visits', 'favorites', 'likes']).meta({ description: 'What was counted' }),
    value: count.meta({ description: 'The number that was reached' }),
    count: count.meta({ description: 'What the first sample at or above it counted' }),
  }),
  alert: z.strictObject({
    rule_id: z.int().meta({ description: 'Number of the rule' }),
    metric: z.enum(ALERT_METRICS).meta({ description: 'What the rule compares' }),
    condition: z
      .union([
        z.strictObject({
          is: field('Away from the usual', z.literal('unusual')),
          by: field('Percent away from the usual, at least; only decreases if it is negative', z.number()),
        }),
        z.strictObject({
          is: field('Above or below a number', z.enum(['above', 'below'])),
          value: field('The number, in the unit of the metric', z.number()),
        }),
        z.strictObject({
          is: field('Changed since a week before', z.literal('changed')),
          by: field('By how much, at least; only decreases if it is negative', z.number()),
          unit: field('Unit of `by`', z.enum(['value', 'percent'])),
        }),
      ])
      .meta({ description: 'The condition of the rule when it fired' }),
    value: z.number().meta({ description: 'What was measured' }),
    threshold: z.number().meta({ description: 'What it was compared with' }),
    baseline: z.number().nullable().meta({ description: 'The usual, or the value a week before; null without one' }),
    readings: count.meta({ description: 'Samples in a row that met the condition' }),
  }),
  note: z.strictObject({
    text: z.string().meta({ description: 'What somebody of your account wrote; empty if it was removed' }),
    author: z.string().nullable().meta({ description: 'Discord user ID; null if the account itself wrote it' }),
  }),
} as const

const eventOf = <Type extends keyof typeof DETAILS>(type: Type, id: string) =>
  z
    .strictObject({
      type: field('What happened', z.literal(type)),
      ...common,
      details: DETAILS[type].meta({ description: 'What is known of an event of this type' }),
    })
    .meta({ id, title: id })

export const eventRecord = z
  .discriminatedUnion('type', [
    eventOf('update', 'UpdateEvent'),
    eventOf('incident', 'IncidentEvent'),
    eventOf('market_fall', 'MarketFallEvent'),
    eventOf('gap', 'GapEvent'),
    eventOf('record', 'RecordEvent'),
    eventOf('milestone', 'MilestoneEvent'),
    eventOf('alert', 'AlertEvent'),
    eventOf('note', 'NoteEvent'),
  ])
  .meta({ id: 'Event', description: 'What happened to a game, or to Roblox as a whole' })

export const eventExample = {
  type: 'update',
  id: 482,
  game_id: 1,
  universe_id: 13058,
  start: '2026-01-31T09:00:00.000Z',
  end: '2026-01-31T09:00:00.000Z',
  cause: null,
  uncertainty_minutes: 0,
  change: 513,
  is_withdrawn: false,
  details: { found_at: '2026-01-31T09:01:00.000Z' },
}

export { gapReason }
