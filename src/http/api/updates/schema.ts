// The schema of an update report (INSIGHTS-40): what an update did to the players, an hour, a day and a week after it.
import { z } from 'zod'
import { codeOf } from '../../../domain/gap.js'
import { EFFECT_OUTCOMES, EFFECT_REASONS } from '../../../domain/insights/effect/effect-facts.js'
import { STAGES } from '../../../domain/notifications/evaluators/report-card.js'
import { field, gameReference, moment } from '../fields.js'

const players = z.number().nonnegative().nullable()

const stage = z.enum(STAGES).meta({ id: 'ReportLength', description: 'How long after the update was measured' })

const outcome = z.enum(EFFECT_OUTCOMES).meta({
  id: 'UpdateOutcome',
  description:
    'more or fewer only where the change at the update is larger than the game’s own changes at other times; no_clear_change where the change may be none or, if the range of the effect excludes 0, where it is not clearly the update’s, because players did not change clearly at the update itself',
})

const reason = z
  .enum(EFFECT_REASONS.map(codeOf))
  .nullable()
  .meta({ description: 'Why the effect is unknown; null where it is known' })

const effect = z
  .strictObject({
    change: z.number().meta({ description: 'Change of players with the update, as a share: 0.1 is 10 % more' }),
    low: z.number().meta({ description: 'Lower end of the uncertainty; not below 0 where the outcome is more' }),
    high: z.number().meta({ description: 'Upper end of the uncertainty; not above 0 where the outcome is fewer' }),
    confidence: z.number().meta({
      description: 'Confidence level of low to high: the share of reports whose true change lies between them',
    }),
  })
  .nullable()
  .meta({ description: 'The part of the change that came with the update, with its uncertainty; null if not known' })

const marketChange = field('Share that Roblox as a whole changed; null if that is not known', z.number().nullable())

const timeWindow = z.strictObject({
  from: moment.meta({ description: 'Begin (UTC)' }),
  until: moment.meta({ description: 'End (UTC), not included' }),
  coverage: z.number().min(0).max(1).meta({ description: 'Share that samples cover' }),
})

const rates = z.strictObject({
  before: z.number().nullable().meta({ description: 'In the week before the update' }),
  after: z.number().nullable().meta({ description: 'In the window after it' }),
})

const line = z
  .strictObject({
    from: moment.meta({ description: 'Time of the first point (UTC)' }),
    step_minutes: z.int().positive().meta({ description: 'Minutes between two points' }),
    expected: z.array(players).meta({ description: 'Players that were expected without the update' }),
    low: z.array(players).meta({ description: 'Lower end of the band that holds 9 of 10 values' }),
    high: z.array(players).meta({ description: 'Upper end of that band' }),
  })
  .nullable()
  .meta({ description: 'What was expected over time; null if it is not known' })

export const reportStage = z
  .strictObject({
    length: stage,
    due_at: moment.meta({ description: 'When it is known (UTC)' }),
    outcome: outcome.or(z.literal('pending')).meta({ description: 'pending until it is due' }),
    reason,
    effect,
    observed_change: z.number().nullable().meta({
      description: 'Share of the whole change against the usual: (1 + market) × (1 + effect) = 1 + observed',
    }),
    market_change: marketChange,
    began_before: z
      .boolean()
      .nullable()
      .meta({ description: 'The change began before the update, so it is no effect' }),
    windows: z
      .strictObject({
        before: field('The week before the update', timeWindow),
        after: field('The time after it', timeWindow),
      })
      .nullable()
      .meta({ description: 'What was compared: the week before the update, and the time after it' }),
    players: z
      .strictObject({
        expected: players.meta({ description: 'Mean players that were expected without the update' }),
        actual: players.meta({ description: 'Mean players that came' }),
      })
      .nullable()
      .meta({ description: 'Mean players with and without the update; null until it is due' }),
    likes_per_thousand_visits: rates.nullable().meta({ description: 'Likes gained per 1,000 visits' }),
    favorites_per_thousand_visits: rates.nullable().meta({ description: 'Favorites gained per 1,000 visits' }),
    newer_updates: z.array(moment).meta({ description: 'Updates within this time (UTC)' }),
    expected_line: line,
  })
  .meta({ id: 'ReportStage', description: 'What an update did within an hour, a day or a week' })

const about = {
  event_id: z.int().positive().meta({ description: 'Number of the event of the update' }),
  time: moment.meta({ description: 'When Roblox says that the game was updated (UTC)' }),
  found_at: moment.meta({ description: 'Time of the sample that showed it (UTC)' }),
  earlier_updates: z
    .array(moment)
    .meta({ description: 'Updates within the day before (UTC): their effects cannot be separated' }),
}

export const updateReport = z
  .strictObject({
    ...about,
    game: gameReference,
    stages: z.array(reportStage).meta({ description: 'An hour, a day and a week after the update' }),
  })
  .meta({ id: 'UpdateReport', description: 'What one update did to the players of a game' })

export const listedUpdate = z
  .strictObject({
    ...about,
    report: z
      .strictObject({ length: stage, outcome, reason, effect, market_change: marketChange })
      .nullable()
      .meta({ description: 'The longest report that is known; null until an hour after the update' }),
  })
  .meta({ id: 'ListedUpdate', description: 'An update of a game with the short form of its report' })
