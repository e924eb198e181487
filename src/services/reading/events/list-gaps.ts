// Lists the gaps of a game: due time without samples, with reasons, as the ticks stored it (DATA-4).

import type { Account } from '../../../domain/account.js'
import { type Clock, DAY_MINUTES, type Minute, minuteOf } from '../../../domain/clock.js'
import { rejection } from '../../../domain/error.js'
import type { Game } from '../../../domain/game.js'
import type { Gap } from '../../../domain/gap.js'
import type { Plans } from '../../../domain/plan.js'
import type { Store } from '../../../domain/ports/store.js'
import { MAX_RANGE_DAYS } from '../../../domain/rules/date-range.js'
import { readingPlan } from '../../../domain/rules/entitlement.js'
import type { Span } from '../../../domain/rules/span.js'
import { newestData } from '../newest-data.js'

export interface GapListQuery {
  /** Gaps that touch the minutes `from` ≤ m < `until`; the 30 days up to the newest data if it is missing. */
  readonly from?: Minute | undefined
  readonly until?: Minute | undefined
  readonly limit: number
}

export interface GapPage {
  readonly span: Span
  /** Oldest first, each as far as it lies in the span. */
  readonly gaps: readonly Gap[]
  /** The minutes of all gaps of the span. */
  readonly missing: number
  /** Where the next page begins: after the gap that begins at this minute; undefined if there is none. */
  readonly next: Minute | undefined
}

const DEFAULT_DAYS = 30

export interface GapReader {
  readonly account: Account
  readonly game: Game
}

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly plans: Plans
}

export function createListGaps({ store, clock, plans }: Deps) {
  /** After the last minute at which the account's samples were due: the end of a range changes with new data only (API-47). */
  const newestOf = async ({ account, game }: GapReader): Promise<Minute> => {
    const { intervalMinutes } = readingPlan(account, plans, clock.now())
    const newest = await newestData({ store, clock }, [game.universeId])
    return Math.floor(newest / intervalMinutes) * intervalMinutes + 1
  }

  return async function listGaps(reader: GapReader, query: GapListQuery, after?: Minute): Promise<GapPage> {
    const { universeId } = reader.game
    const span = spanOf(query, { now: minuteOf(clock.now()) + 1, newest: await newestOf(reader) })
    const all = await store.series.gaps(universeId, span.from, span.until)
    const ordered = [...all].sort((a, b) => a.from - b.from)
    const rest = after === undefined ? ordered : ordered.filter(({ from }) => from > after)
    const gaps = rest.slice(0, query.limit)
    return {
      span,
      gaps,
      missing: all.reduce((sum, { from, until }) => sum + until - from, 0),
      next: rest.length > query.limit ? gaps.at(-1)?.from : undefined,
    }
  }
}

interface GapRangeEnds {
  readonly now: Minute
  readonly newest: Minute
}

function spanOf({ from, until }: GapListQuery, { now: end, newest }: GapRangeEnds): Span {
  const last = Math.min(until ?? ((from ?? 0) >= newest ? end : newest), end)
  const first = from ?? last - DEFAULT_DAYS * DAY_MINUTES
  if (first >= end) throw rejection('INVALID_PARAMETERS', { name: 'from in the future', facts: {} })
  if (last - first > MAX_RANGE_DAYS * DAY_MINUTES)
    throw rejection('INVALID_PARAMETERS', { name: 'gaps range too long', facts: { days: MAX_RANGE_DAYS } })
  return { from: first, until: last }
}
