// Counts per minute what was due, stored and missing with a reason, over all universes.
import type { Minute } from '../domain/clock.js'
import type { GapReason } from '../domain/gap.js'
import type { Store } from '../domain/ports/store.js'
import type { Span } from '../domain/rules/span.js'
import { dueMinutes } from '../domain/series/day-account.js'
import type { MinuteAccount } from './messages.js'

interface MinuteCount {
  due: number
  stored: number
  readonly gaps: Map<GapReason, number>
}

export async function countMinutes({ series, universes }: Store, span: Span): Promise<MinuteAccount[]> {
  const counts = new Map<Minute, MinuteCount>()
  const at = (minute: Minute): MinuteCount => {
    const found = counts.get(minute) ?? { due: 0, stored: 0, gaps: new Map() }
    counts.set(minute, found)
    return found
  }
  for (const { id } of await universes.tracked()) {
    const stored = new Set<Minute>()
    for await (const { minutes } of series.blocks(id, span.from, span.until))
      for (const minute of minutes) stored.add(minute)
    const gaps = await series.gaps(id, span.from, span.until)
    for (const minute of dueMinutes(span, await series.schedules(id, span.from, span.until))) {
      const count = at(minute)
      count.due++
      if (stored.has(minute)) count.stored++
      const gap = stored.has(minute) ? undefined : gaps.find(({ from, until }) => from <= minute && minute < until)
      if (gap) count.gaps.set(gap.reason, (count.gaps.get(gap.reason) ?? 0) + 1)
    }
  }
  return [...counts]
    .sort(([one], [other]) => one - other)
    .map(([minute, { due, stored, gaps }]) => ({ minute, due, stored, gaps: [...gaps] }))
}
