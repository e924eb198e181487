// Turns the due time since the last tick into gaps with their reasons, because missed samples are never invented. In steps.
import type { Minute } from '../../domain/clock.js'
import type { Gap, GapReason } from '../../domain/gap.js'
import type { TickCursor } from '../../domain/ports/series.js'
import { isDue, missedSlots } from '../../domain/rules/schedule.js'
import type { MissedTicks } from './missed-ticks.js'
import { PLAN_STEP_SIZE, type PlannedUniverse } from './plan-tick.js'

export function* missedGaps(
  planned: readonly PlannedUniverse[],
  cursor: TickCursor | undefined,
  minute: Minute,
  missed?: MissedTicks,
): Generator<void, Gap[]> {
  // Before the first tick there is no cursor: all that was due is missing.
  const last = cursor?.minute ?? Number.NEGATIVE_INFINITY
  if (last >= minute) return []
  const unknown = cursor?.clockWasWrong ? 'clock' : 'not running'
  const missedTicks = missed?.between(last + 1, minute) ?? []
  const gaps: Gap[] = []
  for (const [index, { universe, past }] of planned.entries()) {
    if (index % PLAN_STEP_SIZE === PLAN_STEP_SIZE - 1) yield
    if (!past) continue
    const slots = missedSlots(Math.max(last, past.since - 1), minute, past.interval)
    if (!slots) continue
    const known = missedTicks.filter(([due]) => due >= slots.from && isDue(due, past.interval))
    for (const part of byReason(slots, known, { interval: past.interval, unknown }))
      gaps.push({ universeId: universe.id, ...part })
  }
  return gaps
}

type GapPart = Omit<Gap, 'universeId'>

/** Splits the slots where the reason changes: the reason of a slot is that of its missing tick. */
function byReason(
  slots: Pick<Gap, 'from' | 'until'>,
  known: readonly (readonly [Minute, GapReason])[],
  { interval, unknown }: { readonly interval: number; readonly unknown: GapReason },
): GapPart[] {
  const parts: GapPart[] = []
  const add = (from: Minute, until: Minute, reason: GapReason): void => {
    if (from >= until) return
    const last = parts.at(-1)
    if (last?.reason === reason) parts[parts.length - 1] = { ...last, until }
    else parts.push({ from, until, reason })
  }
  let from = slots.from
  for (const [due, reason] of known) {
    add(from, due, unknown)
    add(due, due + interval, reason)
    from = due + interval
  }
  add(from, slots.until, unknown)
  return parts
}
