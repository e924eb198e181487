// Renders milestones (one round number passed, or several passed during a gap) and player records.
import { msOf } from '../../domain/clock.js'
import type { MilestoneFacts, RecordFacts } from '../../domain/notifications/facts.js'
import { nextMilestone } from '../../domain/rules/milestones.js'
import { gameName, type RenderContext, type Renderer } from './rendering.js'

type CrossingFacts = MilestoneFacts['crossings'][number]

export const milestone: Renderer<MilestoneFacts> = (rendering) => {
  const { facts, catalog } = rendering
  const text = catalog.notifications.milestone
  const name = gameName(rendering)
  const what = ({ metric, rung }: CrossingFacts): string => catalog.notifications.counted[metric](catalog.number(rung))
  const [only, ...others] = facts.crossings
  if (only && others.length === 0) {
    const [now, next] = [text.now(catalog.number(only.count)), text.next(nextOf(only, rendering))]
    return { title: text.one(name, what(only)), lines: [`${capital(whenOf(only, rendering))}.`, `${now} ${next}`] }
  }
  const lines = facts.crossings.map((crossing) => text.line(what(crossing), whenOf(crossing, rendering)))
  return { title: text.several(name, catalog.number(lines.length)), lines }
}

function whenOf({ between }: CrossingFacts, { format, notification, catalog }: RenderContext): string {
  const text = catalog.notifications.milestone
  if (!between) return text.at(format.time(msOf(notification.occurredAt)))
  return text.between(format.time(msOf(between.from)), format.time(msOf(between.until)))
}

const nextOf = ({ metric, count }: CrossingFacts, { catalog }: RenderContext): string =>
  catalog.notifications.counted[metric](catalog.number(nextMilestone(count)))

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const record: Renderer<RecordFacts> = (rendering) => {
  const { facts, format, notification, catalog } = rendering
  const text = catalog.notifications.record
  const { ccu, previous, at = notification.occurredAt, market } = facts
  return {
    title: text.title(gameName(rendering), catalog.number(ccu)),
    lines: [
      text.text(format.time(msOf(at)), catalog.number(previous)),
      ...(market ? [text.market(catalog.percent(market))] : []),
    ],
  }
}
