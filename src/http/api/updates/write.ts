// Writes update reports as JSON.
import type { z } from 'zod'
import { isoOfMinute, type Minute, WEEK_MINUTES } from '../../../domain/clock.js'
import type { Game } from '../../../domain/game.js'
import { codeOf } from '../../../domain/gap.js'
import { EFFECT_CONFIDENCE_LEVEL } from '../../../domain/insights/effect/update-effect.js'
import { LENGTHS } from '../../../domain/notifications/evaluators/report-card.js'
import type { ExpectedLine, ReportCardFacts } from '../../../domain/notifications/facts.js'
import { meanOrNull, share, shareOrNull } from '../../../domain/rounding.js'
import type { ReportedStage, ReportedUpdate } from '../../../services/reading/updates/update-reports.js'
import type { listedUpdate, reportStage, updateReport } from './schema.js'

type StageJson = z.input<typeof reportStage>

const about = ({ event, foundAt, earlier }: ReportedUpdate) => ({
  event_id: event.id,
  time: isoOfMinute(event.start),
  found_at: isoOfMinute(foundAt),
  earlier_updates: earlier.map(isoOfMinute),
})

export const updateJson = ({ id, name, universeId }: Game, found: ReportedUpdate): z.input<typeof updateReport> => ({
  ...about(found),
  game: { id, name, universe_id: universeId },
  stages: found.stages.map((stage) => stageJson(stage, found.event.start)),
})

export function listedJson(found: ReportedUpdate): z.input<typeof listedUpdate> {
  const last = found.stages.at(-1)
  if (last?.card === undefined) return { ...about(found), report: null }
  const { outcome } = last.card
  const { length, reason, effect, market_change } = stageJson(last, found.event.start)
  return { ...about(found), report: { length, outcome, reason, effect, market_change } }
}

function stageJson({ stage, dueAt, card }: ReportedStage, updatedAt: Minute): StageJson {
  const head = { length: stage, due_at: isoOfMinute(dueAt) }
  if (card === undefined) return { ...head, ...PENDING }
  const { players, likesPerThousandVisits, favoritesPerThousandVisits } = card
  return {
    ...head,
    outcome: card.outcome,
    reason: card.reason === null ? null : codeOf(card.reason),
    effect: effectJson(card),
    observed_change: shareOrNull(card.observed),
    market_change: shareOrNull(card.market),
    began_before: card.beganBefore,
    windows: windowsJson(card, updatedAt),
    players: { expected: meanOrNull(players.before), actual: meanOrNull(players.after) },
    likes_per_thousand_visits: likesPerThousandVisits,
    favorites_per_thousand_visits: favoritesPerThousandVisits,
    newer_updates: card.newer.map(isoOfMinute),
    expected_line: card.line === null ? null : lineJson(card.line),
  }
}

const PENDING = {
  outcome: 'pending',
  reason: null,
  effect: null,
  observed_change: null,
  market_change: null,
  began_before: null,
  windows: null,
  players: null,
  likes_per_thousand_visits: null,
  favorites_per_thousand_visits: null,
  newer_updates: [],
  expected_line: null,
} as const satisfies Omit<StageJson, 'length' | 'due_at'>

const effectJson = ({ effect }: ReportCardFacts): StageJson['effect'] =>
  effect && {
    change: share(effect.change),
    low: share(effect.low),
    high: share(effect.high),
    confidence: EFFECT_CONFIDENCE_LEVEL,
  }

const windowsJson = ({ stage, coverage }: ReportCardFacts, updatedAt: Minute): StageJson['windows'] => ({
  before: {
    from: isoOfMinute(updatedAt - WEEK_MINUTES),
    until: isoOfMinute(updatedAt),
    coverage: share(coverage.before),
  },
  after: {
    from: isoOfMinute(updatedAt),
    until: isoOfMinute(updatedAt + LENGTHS[stage]),
    coverage: share(coverage.after),
  },
})

const lineJson = ({ from, step, expected, low, high }: ExpectedLine): NonNullable<StageJson['expected_line']> => ({
  from: isoOfMinute(from),
  step_minutes: step,
  expected: [...expected],
  low: [...low],
  high: [...high],
})
