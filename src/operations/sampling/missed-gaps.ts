// A missed tick is never invented: the due time since the last one becomes a gap with its reason.
import type { Minute } from '../../domain/clock.js'
import type { Gap } from '../../domain/gap.js'
import type { TickCursor } from '../../domain/ports/series.js'
import { missedSlots } from '../../domain/rules/schedule.js'
import type { Planned } from './plan-tick.js'

export function missedGaps(planned: readonly Planned[], cursor: TickCursor | undefined, minute: Minute): Gap[] {
  if (!cursor || cursor.minute >= minute) return []
  const reason = cursor.clockWasWrong ? 'clock' : 'not running'
  const gaps: Gap[] = []
  for (const { universe } of planned) {
    const { schedule } = universe
    if (!schedule) continue
    const slots = missedSlots(Math.max(cursor.minute, schedule.since - 1), minute, schedule.interval)
    if (slots) gaps.push({ universeId: universe.id, ...slots, reason })
  }
  return gaps
}
