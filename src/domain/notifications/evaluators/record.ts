// The evaluator of records: a CCU clearly higher than ever before, notified once its peak is over, at most once a day
// and only after a week of history and a day with players.
import { DAY_MINUTES, type Minute, WEEK_MINUTES } from '../../clock.js'
import { marketRise } from '../../insights/market-rise.js'
import { COMPARISON_HISTORY_MINUTES } from '../../insights/span-comparison.js'
import type { Evaluation, EvaluationContext, Evaluator } from '../evaluator.js'
import type { NotificationDraft } from '../notification.js'

/** From the first sample above the record before until the peak is over. */
interface OpenPeak {
  readonly since: Minute
  readonly ccu: number
  readonly at: Minute
}

interface RecordState {
  readonly ccu: number
  /** When the last record was notified. */
  readonly notifiedAt: Minute | null
  /** The peak that is not over yet. */
  readonly peak?: OpenPeak | undefined
}

/** A peak is over when the CCU is below this share of it, but not while it may only have dipped. */
const MIN_PEAK_SHARE = 0.95
const PEAK_SETTLING_MINUTES = 30
/** Peaks count as over after this time: a record is posted at most three hours after it began, with room for delivery. */
const MAX_PEAK_MINUTES = 170
/** A new record needs so many more players, or at least the share more that follows. */
const MIN_MORE_PLAYERS = 10
const MIN_MORE_SHARE = 0.02

export const record: Evaluator<RecordState> = {
  name: 'record',
  isAlwaysEvaluated: true,
  async evaluate(context, before): Promise<Evaluation<RecordState>> {
    const notifications: NotificationDraft[] = []
    let state = await initialState(context, before)
    const endPeak = async (peak: OpenPeak, minute: Minute): Promise<void> => {
      const draft = await recordOf(context, { peak, minute, notifiedAt: state.notifiedAt })
      if (draft !== undefined) notifications.push(draft)
      state = { ccu: Math.max(state.ccu, peak.ccu), notifiedAt: draft === undefined ? state.notifiedAt : minute }
    }
    const { minutes, columns } = context.samples
    for (let row = 0; row < minutes.length; row++) {
      const [minute, ccu] = [minutes[row] ?? 0, columns.ccu[row] ?? 0]
      if (state.peak && minute > lastMinuteOf(state.peak, context)) {
        await endPeak(state.peak, lastMinuteOf(state.peak, context))
      }
      state = await withSample(context, state, { minute, ccu })
      if (state.peak && isOver(state.peak, minute, ccu)) await endPeak(state.peak, minute)
    }
    const last = state.peak && lastMinuteOf(state.peak, context)
    if (state.peak && last !== undefined && last < context.until) await endPeak(state.peak, last)
    return { notifications, state }
  },
}

/** A peak from before a pause is not reported after it. */
async function initialState(context: EvaluationContext, before: RecordState | undefined): Promise<RecordState> {
  if (before !== undefined && !context.isResumed) return before
  const known = (await context.history.peakBefore(context.from)) ?? -1
  return { ccu: Math.max(before?.ccu ?? -1, known), notifiedAt: before?.notifiedAt ?? null }
}

const lastMinuteOf = ({ since }: OpenPeak, { from }: EvaluationContext): Minute =>
  Math.max(since + MAX_PEAK_MINUTES, from)

const isOver = ({ ccu: highest, at, since }: OpenPeak, minute: Minute, ccu: number): boolean =>
  minute - since >= MAX_PEAK_MINUTES || (minute - at >= PEAK_SETTLING_MINUTES && ccu < highest * MIN_PEAK_SHARE)

interface PlayerReading {
  readonly minute: Minute
  readonly ccu: number
}

async function withSample(
  context: EvaluationContext,
  state: RecordState,
  { minute, ccu }: PlayerReading,
): Promise<RecordState> {
  const { peak, ...rest } = state
  if (ccu <= (peak?.ccu ?? state.ccu)) return state
  if (peak !== undefined) return { ...rest, peak: { ...peak, ccu, at: minute } }
  const previous = await peakBefore(context, minute)
  if (previous === undefined) return { ...rest, ccu }
  const highest = Math.max(previous, state.ccu)
  return ccu > highest ? { ...rest, peak: { since: minute, ccu, at: minute } } : { ...rest, ccu: highest }
}

/** Undefined while it is too early for a record. Read from the store, because older history may have been imported. */
async function peakBefore({ history }: EvaluationContext, minute: Minute): Promise<number | undefined> {
  const first = await history.firstMinute()
  if (first === undefined || minute - first < WEEK_MINUTES) return undefined
  // What is higher than nobody, or than the first hours of a launch, is no record.
  const early = await history.peakBefore(minute - DAY_MINUTES)
  return early === undefined || early === 0 ? undefined : history.peakBefore(minute)
}

interface EndedPeak {
  readonly peak: OpenPeak
  /** When it was over. */
  readonly minute: Minute
  readonly notifiedAt: Minute | null
}

async function recordOf(
  context: EvaluationContext,
  { peak: { since, ccu, at }, minute, notifiedAt }: EndedPeak,
): Promise<NotificationDraft | undefined> {
  if (notifiedAt !== null && minute - notifiedAt < DAY_MINUTES) return undefined
  const previous = await peakBefore(context, since)
  if (previous === undefined || !isClearlyMore(ccu, previous)) return undefined
  const market = marketRise(await context.markets(at - COMPARISON_HISTORY_MINUTES, minute + 1), at, minute + 1)
  const { game } = context
  return {
    gameId: game.id,
    accountId: game.accountId,
    kind: 'record',
    subject: `ccu:${ccu}`,
    occurredAt: minute,
    facts: { kind: 'record', ccu, previous, since, at, market },
  }
}

const isClearlyMore = (ccu: number, previous: number): boolean =>
  ccu > previous && (ccu - previous >= MIN_MORE_PLAYERS || ccu >= previous * (1 + MIN_MORE_SHARE))
