// The evaluator of records: a CCU clearly higher than ever before, posted once its peak is over, at most once a day and
// only after a week of history and a day with players. A higher count within that day, or of a peak that goes on, changes
// the post, so that no record is lost.
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
  /** When the count had clearly fallen; null while it may rise further. */
  readonly settledAt?: Minute | null
  /** When the peak was last posted, or compared with its post; null before the first time. */
  readonly postedAt?: Minute | null
}

/** The newest post, which later counts of its day change. */
interface PostedRecord {
  readonly subject: string
  readonly since: Minute
  readonly previous: number
  readonly ccu: number
  readonly isOver: boolean
}

interface RecordState {
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
const MAX_PEAK_MINUTES = 170
/** Posts are at most one a day: one waits so long after its peak began for the day since the last one to end. */
const MAX_WAIT_MINUTES = 178
/** A new record needs so many more players, or at least the share more that follows. */
const MIN_MORE_PLAYERS = 10
const MIN_MORE_SHARE = 0.02

export const record: Evaluator<RecordState> = {
  name: 'record',
  isAlwaysEvaluated: true,
  async evaluate(context, before): Promise<Evaluation<RecordState>> {
    const notifications: NotificationDraft[] = []
    let state = await initialState(context, before)
    const postDue = async (isDue: (due: Minute) => boolean): Promise<void> => {
      for (let due = nextDueMinute(state); due !== undefined && isDue(due); due = nextDueMinute(state)) {
        // A state of an earlier version may have been due before the window.
        const result = await withPost(context, state, Math.max(due, context.from))
        notifications.push(...result.notifications)
        state = result.state
      }
    }
    const { minutes, columns } = context.samples
    for (let row = 0; row < minutes.length; row++) {
      const [minute, ccu] = [minutes[row] ?? 0, columns.ccu[row] ?? 0]
      await postDue((due) => due < minute)
      state = await withSample(context, state, minute, ccu)
      await postDue((due) => due <= minute)
    }
    await postDue((due) => due < context.until)
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
  return { ...state, peak: { since: minute, ccu, at: minute, settledAt: null, postedAt: null } }
}

/** Undefined while it is too early for a record. Read from the store, because older history may have been imported. */
async function peakBefore({ history }: EvaluationContext, minute: Minute): Promise<number | undefined> {
  const first = await history.firstMinute()
  if (first === undefined || minute - first < WEEK_MINUTES) return undefined
  // What is higher than nobody, or than the first hours of a launch, is no record.
  const early = await history.peakBefore(minute - DAY_MINUTES)
  return early === undefined || early === 0 ? undefined : history.peakBefore(minute)
}

interface RecordResult {
  readonly state: RecordState
  readonly notifications: readonly NotificationDraft[]
}

/** What is posted of the peak at a minute at which it is due, and what follows from that. */
async function withPost(context: EvaluationContext, state: RecordState, minute: Minute): Promise<RecordResult> {
  const { peak, posted, notifiedAt } = state
  if (peak === undefined) return { state, notifications: [] }
  const isOver = peak.settledAt !== null || minute - peak.at >= MAX_PEAK_MINUTES
  const isFirst = peak.postedAt === null && (notifiedAt === null || minute - notifiedAt >= DAY_MINUTES)
  if (isFirst) {
    const previous = await peakBefore(context, peak.since)
    if (previous === undefined || !isClearlyMore(peak.ccu, previous))
      return { state: withoutPeak(state), notifications: [] }
    const post = { subject: `ccu:${peak.ccu}`, since: peak.since, previous, ccu: peak.ccu, isOver }
    const draft = await draftOf(context, { post, peak, minute })
    return {
      state: stateAfterPost({ ...state, notifiedAt: minute, posted: post }, minute, isOver),
      notifications: [draft],
    }
  }
  const ccu = Math.max(peak.ccu, posted?.ccu ?? 0)
  if (posted === undefined || (ccu === posted.ccu && isOver === posted.isOver))
    return { state: stateAfterPost(state, minute, isOver), notifications: [] }
  const post = { ...posted, ccu, isOver }
  const { subject } = posted
  const draft = await draftOf(context, { post, peak, minute })
  const follows = { as: 'edit', subject } as const
  return {
    state: stateAfterPost({ ...state, posted: post }, minute, isOver),
    notifications: [{ ...draft, subject: `${subject}:at:${minute}`, follows }],
  }
}

/** The state after a post, or after a minute at which the post needed no change. */
const stateAfterPost = (state: RecordState, minute: Minute, isOver: boolean): RecordState =>
  isOver || state.peak === undefined ? withoutPeak(state) : { ...state, peak: { ...state.peak, postedAt: minute } }

interface RecordDraftInput {
  readonly post: PostedRecord
  readonly peak: OpenPeak
  readonly minute: Minute
}

async function draftOf(
  context: EvaluationContext,
  { post: { subject, since, previous, ccu, isOver }, peak: { at }, minute }: RecordDraftInput,
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

export const isClearlyMore = (ccu: number, previous: number): boolean =>
  ccu > previous && (ccu - previous >= MIN_MORE_PLAYERS || ccu >= previous * (1 + MIN_MORE_SHARE))

function withReading(peak: OpenPeak, minute: Minute, ccu: number): OpenPeak {
  if (ccu > peak.ccu) return { ...peak, ccu, at: minute, settledAt: null }
  const isSettled = minute - peak.at >= PEAK_SETTLING_MINUTES && ccu < peak.ccu * MIN_PEAK_SHARE
  return isSettled && isUnset(peak.settledAt) ? { ...peak, settledAt: minute } : peak
}

const isUnset = (minute: Minute | null | undefined): minute is null | undefined => minute == null

const withoutPeak = ({ peak, ...state }: RecordState): RecordState => ({
  ...state,
  ccu: Math.max(state.ccu, peak?.ccu ?? state.ccu),
})

/** The minute at which a post of the peak is due, if no sample changes that; undefined without a peak. */
function nextDueMinute({ peak, notifiedAt }: RecordState): Minute | undefined {
  if (peak === undefined) return undefined
  const { since, at, settledAt, postedAt } = peak
  if (!isUnset(postedAt)) return settledAt ?? Math.min(postedAt, at) + MAX_PEAK_MINUTES
  const ready = Math.min(settledAt ?? Number.POSITIVE_INFINITY, since + MAX_PEAK_MINUTES)
  const free = notifiedAt === null ? ready : notifiedAt + DAY_MINUTES
  return free <= since + MAX_WAIT_MINUTES ? Math.max(ready, free) : ready
}
