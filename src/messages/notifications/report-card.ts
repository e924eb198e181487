// Renders the effect of a game update after an hour, a day and a week, or why it cannot be measured.
import { DAY_MINUTES, HOUR_MINUTES, msOf, WEEK_MINUTES } from '../../domain/clock.js'
import type { ReportCardFacts } from '../../domain/notifications/facts.js'
import { beforeAfter, gameName, type RenderContext, type Renderer, type ValueFormatter } from './rendering.js'

const LENGTH = { '1h': HOUR_MINUTES, '24h': DAY_MINUTES, '7d': WEEK_MINUTES } as const

export const reportCard: Renderer<ReportCardFacts> = (rendering) => {
  const { facts, catalog } = rendering
  const { stage, updatedAt, players, likesPerThousandVisits, favoritesPerThousandVisits, newer } = facts
  const text = catalog.notifications.reportCard
  const rate: ValueFormatter = catalog.rough
  // Shows as much time before the update as after it, and at least a day, so that the marker has context.
  const span = { from: updatedAt - Math.max(LENGTH[stage], DAY_MINUTES), until: updatedAt + LENGTH[stage] }
  const markers = [updatedAt, ...newer].map((at) => ({ at, label: text.marker }))
  const previous = { shift: WEEK_MINUTES, name: text.weekBefore }
  return {
    title: text.title[stage](gameName(rendering)),
    lines: linesOf(rendering),
    fields: [
      { name: text.fields.players, value: beforeAfter(players, catalog.rough, catalog) },
      { name: text.fields.likes, value: beforeAfter(likesPerThousandVisits, rate, catalog), inline: true },
      { name: text.fields.favorites, value: beforeAfter(favoritesPerThousandVisits, rate, catalog), inline: true },
    ],
    chart: { metric: 'ccu', span, markers, previous },
  }
}

function linesOf({ facts, format, catalog }: RenderContext<ReportCardFacts>): string[] {
  const { verdict, unknownBecause, updatedAt, coverage, newer, weeks } = facts
  const text = catalog.notifications.reportCard
  const because = unknownBecause === null ? text.notAllowed : text.because[unknownBecause]
  const said =
    verdict === 'unknown'
      ? `${text.noVerdict} ${because}`
      : text.verdict[verdict](weeks === 1 ? text.oneWeek : text.weeks(catalog.number(weeks)))
  const isWhole = Math.min(coverage.before, coverage.after) >= 1
  const measured = catalog.notifications.measured(catalog.percent(coverage.before), catalog.percent(coverage.after))
  const again = newer.length === 0 ? [] : [text.again(newer.map((at) => format.time(msOf(at))).join(', '))]
  return [text.published(format.time(msOf(updatedAt))), ...again, said, ...(isWhole ? [] : [measured])]
}
