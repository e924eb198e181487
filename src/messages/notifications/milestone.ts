// Renders milestones (one round number passed, or several passed during a gap) and player records.
import { DAY_MINUTES, msOf } from '../../domain/clock.js'
import type { MilestoneFacts, RecordFacts } from '../../domain/notifications/facts.js'
import { nextMilestone } from '../../domain/rules/milestones.js'
import { arrivalText } from '../arrival.js'
import type { ChartRequest } from './rendering.js'
import { gameName, type RenderContext, type Renderer } from './rendering.js'

type CrossingFacts = MilestoneFacts['crossings'][number]

/** The days of the counter that the chart shows, up to the crossing. */
const CHART_DAYS = 7

export const milestone: Renderer<MilestoneFacts> = (rendering) => {
  const { facts, catalog } = rendering
  const text = catalog.notifications.milestone
  const name = gameName(rendering)
  const [only, ...others] = facts.crossings
  const chart = chartOf(rendering)
  if (only && others.length === 0) {
    const now = text.now(catalog.number(only.count))
    const title = text.one(name, milestoneTextOf(only, catalog))
    return { title, lines: [`${capital(timeTextOf(only, rendering))}.`, `${now} ${nextOf(only, rendering)}`], ...chart }
  }
  const lines = facts.crossings.map((crossing) =>
    text.line(milestoneTextOf(crossing, catalog), timeTextOf(crossing, rendering)),
  )
  const nextLines = facts.crossings
    .filter(({ next }) => next !== undefined)
    .map((crossing) => nextOf(crossing, rendering))
  return { title: text.several(name, catalog.number(lines.length)), lines: [...lines, ...nextLines], ...chart }
}

const milestoneTextOf = ({ metric, rung }: CrossingFacts, catalog: RenderContext['catalog']): string =>
  catalog.notifications.counted[metric](catalog.number(rung))

/** The counter of the first crossing, with a mark that names all of its numbers, and none of other counters. */
function chartOf({ facts, notification, catalog }: RenderContext<MilestoneFacts>): { readonly chart?: ChartRequest } {
  const [first] = facts.crossings
  if (first === undefined) return {}
  const at = notification.occurredAt
  const span = { from: at - CHART_DAYS * DAY_MINUTES, until: at + 1 }
  const sameMetric = facts.crossings.filter(({ metric }) => metric === first.metric)
  const label = sameMetric.length === 1 ? milestoneTextOf(first, catalog) : severalOf(sameMetric, catalog)
  return { chart: { metric: first.metric, span, markers: [{ at, label }] } }
}

function timeTextOf({ between }: CrossingFacts, { format, notification, catalog }: RenderContext): string {
  const text = catalog.notifications.milestone
  if (!between) return text.at(format.time(msOf(notification.occurredAt)))
  return text.between(format.time(msOf(between.from)), format.time(msOf(between.until)))
}

function nextOf({ metric, count, next }: CrossingFacts, { catalog, format, notification }: RenderContext): string {
  const text = catalog.notifications.milestone
  const what = catalog.notifications.counted[metric](catalog.number(nextMilestone(count)))
  if (next?.kind !== 'expected') return text.next(what)
  const asOf = notification.occurredAt
  return text.nextExpected(what, arrivalText(next, { asOf, now: msOf(asOf), date: format.date }, catalog))
}

/** Short, because a longer label is cut; the picture names its counter elsewhere. */
function severalOf(crossings: readonly CrossingFacts[], { short, notifications }: RenderContext['catalog']): string {
  const [first, last] = [crossings[0]?.rung ?? 0, crossings.at(-1)?.rung ?? 0]
  const { both, range } = notifications.milestone
  return (crossings.length === 2 ? both : range)(short(first), short(last))
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const record: Renderer<RecordFacts> = (rendering) => {
  const { facts, format, notification, catalog } = rendering
  const text = catalog.notifications.record
  const { ccu, previous, at = notification.occurredAt, market, isRising } = facts
  return {
    title: text.title(gameName(rendering), catalog.number(ccu)),
    lines: [
      text.text(format.time(msOf(at)), catalog.number(previous)),
      ...(isRising ? [text.isRising] : []),
      ...(market ? [text.market(catalog.percent(market))] : []),
    ],
  }
}
