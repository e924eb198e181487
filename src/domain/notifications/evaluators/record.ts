// The evaluator of records: a CCU clearly higher than ever before, posted once its peak is over, at most once a day and
// only after a week of history and a day with players. A higher count within that day, or of a peak that goes on, changes
// the post, so that no record is lost.
import { DAY_MINUTES, type Minute, WEEK_MINUTES } from '../../clock.js'
import { marketRise } from '../../insights/market-rise.js'
import { COMPARISON_HISTORY_MINUTES } from '../../insights/span-comparison.js'
import type { Evaluation, EvaluationContext, Evaluator } from '../evaluator.js'
import type { NotificationDraft } from '../notification.js'
import {
  isClearlyMore,
  MAX_PEAK_MINUTES,
  nextDueMinute,
  type OpenPeak,
  type PostedRecord,
  type RecordState,
  withEnd,
  withReading,
} from './record-state.js'

export const record: Evaluator<RecordState> = {
  name: 'record',
  isAlwaysEvaluated: true,
  async evaluate(context, before): Promise<Evaluation<RecordState>> {
    const notifications: NotificationDraft[] = []
    let state = await initialState(context, before)
    const takeDue = async (isDue: (due: Minute) => boolean): Promise<void> => {
      for (let due = nextDueMinute(state); due !== undefined && isDue(due); due = nextDueMinute(state)) {
        // A state of an earlier version may have been due before the window.
        const result = await told(context, state, Math.max(due, context.from))
        notifications.push(...result.notifications)
        state = result.state
      }
    }
    const { minutes, columns } = context.samples
    for (let row = 0; row < minutes.length; row++) {
      const [minute, ccu] = [minutes[row] ?? 0, columns.ccu[row] ?? 0]
      await takeDue((due) => due < minute)
      state = await withSample(context, state, minute, ccu)
      await takeDue((due) => due <= minute)
    }
    await takeDue((due) => due < context.until)
    return { notifications, state }
  },
}

/** A peak from before a pause is not reported after it. */
async function initialState(context: EvaluationContext, before: RecordState | undefined): Promise<RecordState> {
  if (before !== undefined && !context.isResumed) return before
  const known = (await context.history.peakBefore(context.from)) ?? -1
  return { ccu: Math.max(before?.ccu ?? -1, known), notifiedAt: before?.notifiedAt ?? null, posted: before?.posted }
}

async function withSample(
  context: EvaluationContext,
  state: RecordState,
  minute: Minute,
  ccu: number,
): Promise<RecordState> {
  if (state.peak !== undefined) return { ...state, peak: withReading(state.peak, minute, ccu) }
  if (ccu <= state.ccu) return state
  const previous = await peakBefore(context, minute)
  if (previous === undefined) return { ...state, ccu }
  const highest = Math.max(previous, state.ccu)
  if (ccu <= highest) return { ...state, ccu: highest }
  return { ...state, peak: { since: minute, ccu, at: minute, settledAt: null, toldAt: null } }
}

/** Undefined while it is too early for a record. Read from the store, because older history may have been imported. */
async function peakBefore({ history }: EvaluationContext, minute: Minute): Promise<number | undefined> {
  const first = await history.firstMinute()
  if (first === undefined || minute - first < WEEK_MINUTES) return undefined
  // What is higher than nobody, or than the first hours of a launch, is no record.
  const early = await history.peakBefore(minute - DAY_MINUTES)
  return early === undefined || early === 0 ? undefined : history.peakBefore(minute)
}

interface ToldRecord {
  readonly state: RecordState
  readonly notifications: readonly NotificationDraft[]
}

/** What is posted of the peak at a minute at which it is due, and what follows from that. */
async function told(context: EvaluationContext, state: RecordState, minute: Minute): Promise<ToldRecord> {
  const { peak, posted, notifiedAt } = state
  if (peak === undefined) return { state, notifications: [] }
  const isOver = peak.settledAt !== null || minute - peak.at >= MAX_PEAK_MINUTES
  const isFirst = peak.toldAt === null && (notifiedAt === null || minute - notifiedAt >= DAY_MINUTES)
  if (isFirst) {
    const previous = await peakBefore(context, peak.since)
    if (previous === undefined || !isClearlyMore(peak.ccu, previous))
      return { state: withEnd(state), notifications: [] }
    const post = { subject: `ccu:${peak.ccu}`, since: peak.since, previous, ccu: peak.ccu, isOver }
    const draft = await draftOf(context, { post, peak, minute })
    return { state: following({ ...state, notifiedAt: minute, posted: post }, minute, isOver), notifications: [draft] }
  }
  const ccu = Math.max(peak.ccu, posted?.ccu ?? 0)
  if (posted === undefined || (ccu === posted.ccu && isOver === posted.isOver))
    return { state: following(state, minute, isOver), notifications: [] }
  const post = { ...posted, ccu, isOver }
  const { subject } = posted
  const draft = await draftOf(context, { post, peak, minute })
  const follows = { as: 'edit', subject } as const
  return {
    state: following({ ...state, posted: post }, minute, isOver),
    notifications: [{ ...draft, subject: `${subject}:at:${minute}`, follows }],
  }
}

const following = (state: RecordState, minute: Minute, isOver: boolean): RecordState =>
  isOver || state.peak === undefined ? withEnd(state) : { ...state, peak: { ...state.peak, toldAt: minute } }

interface RecordMoment {
  readonly post: PostedRecord
  readonly peak: OpenPeak
  readonly minute: Minute
}

async function draftOf(
  context: EvaluationContext,
  { post: { subject, since, previous, ccu, isOver }, peak: { at }, minute }: RecordMoment,
): Promise<NotificationDraft> {
  const market = marketRise(await context.markets(at - COMPARISON_HISTORY_MINUTES, minute + 1), at, minute + 1)
  const { game } = context
  return {
    gameId: game.id,
    accountId: game.accountId,
    kind: 'record',
    subject,
    occurredAt: minute,
    facts: { kind: 'record', ccu, previous, since, at, market, ...(isOver ? {} : { isRising: true }) },
  }
}
