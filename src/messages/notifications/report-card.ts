// Renders the effect of a game update after an hour, a day and a week, or why it cannot be measured.

import { DAY_MINUTES, HOUR_MINUTES, msOf, WEEK_MINUTES } from '../../domain/clock.js'
import type { ReportCardFacts } from '../../domain/notifications/facts.js'
import type { MessageCatalog } from '../catalog.js'
import { chartLineOf } from './chart.js'
import {
  beforeAfter,
  gameName,
  type RenderContext,
  type Renderer,
  signedShare,
  type ValueFormatter,
} from './rendering.js'

const LENGTH = { '1h': HOUR_MINUTES, '24h': DAY_MINUTES, '7d': WEEK_MINUTES } as const

export const reportCard: Renderer<ReportCardFacts> = (rendering) => {
  const { facts, catalog } = rendering
  const { stage, updatedAt, players, likesPerThousandVisits, favoritesPerThousandVisits, newer, line } = facts
  const text = catalog.notifications.reportCard
  const rate: ValueFormatter = catalog.rough
  // Shows as much time before the update as after it, and at least a day, so that the marker has context.
  const span = { from: updatedAt - Math.max(LENGTH[stage], DAY_MINUTES), until: updatedAt + LENGTH[stage] }
  const markers = [updatedAt, ...newer].map((at) => ({ at, label: text.marker }))
  return {
    title: text.title[stage](gameName(rendering)),
    lines: linesOf(rendering),
    fields: [
      { name: text.fields.players, value: beforeAfter(players, catalog.rough, catalog) },
      { name: text.fields.likes, value: beforeAfter(likesPerThousandVisits, rate, catalog), inline: true },
      { name: text.fields.favorites, value: beforeAfter(favoritesPerThousandVisits, rate, catalog), inline: true },
    ],
    chart: { metric: 'ccu', span, markers, ...(line === null ? {} : { expected: chartLineOf(line, text.expected) }) },
  }
}

function linesOf({ facts, format, catalog }: RenderContext<ReportCardFacts>): string[] {
  const { updatedAt, coverage, newer } = facts
  const text = catalog.notifications.reportCard
  const isWhole = Math.min(coverage.before, coverage.after) >= 1
  const measured = catalog.notifications.measured(catalog.percent(coverage.before), catalog.percent(coverage.after))
  const again = newer.length === 0 ? [] : [text.again(newer.map((at) => format.time(msOf(at))).join(', '))]
  const said = outcomeLines(facts, catalog)
  return [text.published(format.time(msOf(updatedAt))), ...again, ...said, ...(isWhole ? [] : [measured])]
}

function outcomeLines({ outcome, reason, effect, market, beganBefore }: ReportCardFacts, catalog: MessageCatalog) {
  const text = catalog.notifications.reportCard
  if (outcome === 'cannot_tell')
    return [`${text.cannotTell} ${reason === null ? text.notAllowed : text.because[reason]}`]
  if (effect === null) return [text.earlier[outcome]]
  const signed = (share: number): string => signedShare(share, catalog)
  const range = text.range(signed(effect.change), signed(effect.low), signed(effect.high))
  const shared = market === null ? text.marketUnknown : text.market(signed(market))
  return [`${text.outcome[outcome](range)} ${shared}`, ...(beganBefore ? [text.beganBefore] : [])]
}
