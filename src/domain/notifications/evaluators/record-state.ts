// What the evaluator of records remembers, and when it has to act: pure rules.
import { DAY_MINUTES, type Minute } from '../../clock.js'

/** From the first sample above the record before until the peak is over. */
export interface OpenPeak {
  readonly since: Minute
  readonly ccu: number
  readonly at: Minute
  /** When the count had clearly fallen; null while it may rise further. */
  readonly settledAt?: Minute | null
  /** When the peak was last posted or looked at for a change of the post; null before the first time. */
  readonly toldAt?: Minute | null
}

/** The newest post, which later counts of its day change. */
export interface PostedRecord {
  readonly subject: string
  readonly since: Minute
  readonly previous: number
  readonly ccu: number
  readonly isOver: boolean
}

export interface RecordState {
  readonly ccu: number
  /** When the last record was posted. */
  readonly notifiedAt: Minute | null
  /** Missing before the first one, and in states of earlier versions. */
  readonly posted?: PostedRecord | undefined
  /** The peak that is not over yet. */
  readonly peak?: OpenPeak | undefined
}

/** A peak is over when the CCU is below this share of it, but not while it may only have dipped. */
const MIN_PEAK_SHARE = 0.95
const PEAK_SETTLING_MINUTES = 30
/**
 * A record is posted at most three hours after its peak began, with room for delivery. The post of a peak that goes on is
 * changed as often, and one without a higher count for so long is over.
 */
export const MAX_PEAK_MINUTES = 170
/** Posts are at most one a day: one waits so long after its peak began for the day since the last one to end. */
const MAX_WAIT_MINUTES = 178
/** A new record needs so many more players, or at least the share more that follows. */
const MIN_MORE_PLAYERS = 10
const MIN_MORE_SHARE = 0.02

export const isClearlyMore = (ccu: number, previous: number): boolean =>
  ccu > previous && (ccu - previous >= MIN_MORE_PLAYERS || ccu >= previous * (1 + MIN_MORE_SHARE))

export function withReading(peak: OpenPeak, minute: Minute, ccu: number): OpenPeak {
  if (ccu > peak.ccu) return { ...peak, ccu, at: minute, settledAt: null }
  const isSettled = minute - peak.at >= PEAK_SETTLING_MINUTES && ccu < peak.ccu * MIN_PEAK_SHARE
  return isSettled && isNone(peak.settledAt) ? { ...peak, settledAt: minute } : peak
}

const isNone = (minute: Minute | null | undefined): minute is null | undefined => minute == null

export const withEnd = ({ peak, ...state }: RecordState): RecordState => ({
  ...state,
  ccu: Math.max(state.ccu, peak?.ccu ?? state.ccu),
})

/** The minute at which the peak must be looked at, if no sample changes that; undefined without one. */
export function nextDueMinute({ peak, notifiedAt }: RecordState): Minute | undefined {
  if (peak === undefined) return undefined
  const { since, at, settledAt, toldAt } = peak
  if (!isNone(toldAt)) return settledAt ?? Math.min(toldAt, at) + MAX_PEAK_MINUTES
  const ready = Math.min(settledAt ?? Number.POSITIVE_INFINITY, since + MAX_PEAK_MINUTES)
  const free = notifiedAt === null ? ready : notifiedAt + DAY_MINUTES
  return free <= since + MAX_WAIT_MINUTES ? Math.max(ready, free) : ready
}
