// The records of a history, from the highest counts of its days: by the same rules as in the evaluation.
import { DAY_MINUTES, type Minute, WEEK_MINUTES } from '../clock.js'
import { isClearlyMore } from '../notifications/evaluators/record.js'
import type { DayRollup } from '../rules/rollup.js'

export interface PastRecord {
  readonly players: number
  readonly previous: number
  readonly start: Minute
  /** The minute of the highest count. */
  readonly end: Minute
}

/** `since`: what was before is only what a record must exceed. */
export function pastRecords(days: readonly DayRollup[], since: Minute): PastRecord[] {
  const found: PastRecord[] = []
  const first = (days[0]?.day ?? 0) * DAY_MINUTES
  let best = 0
  for (const { ccu } of days) {
    const { max: players, maxAt: at } = ccu
    const last = found.at(-1)
    if (last !== undefined && at - last.start < DAY_MINUTES) {
      if (players > last.players) found[found.length - 1] = { ...last, players, end: at }
    } else if (best > 0 && at >= since && at - first >= WEEK_MINUTES && isClearlyMore(players, best))
      found.push({ players, previous: best, start: at, end: at })
    best = Math.max(best, players)
  }
  return found
}
