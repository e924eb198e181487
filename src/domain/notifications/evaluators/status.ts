// The evaluator of status changes: the game was hidden, is gone or is back; there was no data for more than half an
// hour, or there is data again. One answer of the platform is not enough: a second one must confirm an absence, and also
// that the game is back.
import type { Minute } from '../../clock.js'
import type { Game } from '../../game.js'
import type { GapReason } from '../../gap.js'
import type { Condition } from '../../universe.js'
import type { Evaluation, EvaluationContext, Evaluator } from '../evaluator.js'
import type { SilenceReason, StatusFacts } from '../facts.js'
import type { NotificationDraft } from '../notification.js'

export interface StatusState {
  readonly condition: Condition
  /** When it was first found hidden or gone; 0 while it is shown. */
  readonly since: Minute
  /** What the absence was reported as first; missing in states of earlier versions. */
  readonly first?: AbsenceReason | 'no_data'
  /** An absence, or another reason of it, that no second look has confirmed yet. */
  readonly look?: { readonly reason: AbsenceReason; readonly since: Minute }
  /** The first sample after what was reported, until a second look confirms that it is over. */
  readonly presentSince?: Minute
  /** The last sample before a gap, and the reason of the gap; null while there is data. */
  readonly silence: {
    readonly since: Minute
    /** Null if there is more than one reason, because none of them is true for the whole time. */
    readonly reason: SilenceReason | null
    readonly isNotified: boolean
  } | null
}

type AbsenceReason = Exclude<Condition, 'shown'>

/** A notification is due when there is no sample for more than this many minutes. */
const QUIET_MINUTES = 30
/** INSIGHTS-50: how long after the first look the second one is, at least. */
export const CONFIRMATION_MINUTES = 2
export const SHOWN: StatusState = { condition: 'shown', since: 0, silence: null }

/** A sample, or a gap with the reason why there is none. */
export interface StatusStep {
  readonly from: Minute
  readonly until: Minute
  readonly reason: GapReason | null
}

/** A status change, and the one that it continues, if it does. */
export interface StatusChange {
  readonly facts: StatusFacts
  readonly follows?: NotificationDraft['follows']
}

export interface StepResult {
  readonly state: StatusState
  readonly at: Minute
  readonly changes: readonly StatusChange[]
}

export const status: Evaluator<StatusState> = {
  name: 'status',
  // Incidents are events of the game also where nobody is notified of them.
  isAlwaysEvaluated: true,
  async evaluate(context, before): Promise<Evaluation<StatusState>> {
    const steps = stepsOf(context)
    let state = before === undefined || context.isResumed ? initialState(steps[0]) : before
    const notifications: NotificationDraft[] = []
    // The most frequent case: there is data, as before.
    if (context.gaps.length === 0 && isQuiet(state)) return { notifications, state }
    for (const step of steps) {
      const isSilent = beginsSilence(state, step)
      const lastSample = isSilent ? await context.history.lastMeasured('ccu', step.from) : undefined
      const result = applyStep(state, step, { interval: context.interval, lastSample: lastSample ?? step.from })
      state = result.state
      notifications.push(...result.changes.map((change) => statusDraft(context.game, result.at, change)))
    }
    return { notifications, state }
  },
}

const isQuiet = ({ condition, silence, look }: StatusState): boolean =>
  condition === 'shown' && silence === null && look === undefined

/** The first condition found, of a new game or after a pause, causes no notification. */
function initialState(step: StatusStep | undefined): StatusState {
  if (step === undefined || step.reason === null) return SHOWN
  const { from: since, reason } = step
  if (isAbsence(reason)) return { condition: reason, since, first: reason, silence: null }
  return { ...SHOWN, silence: { since, reason, isNotified: false } }
}

const isAbsence = (reason: GapReason): reason is AbsenceReason => reason === 'hidden' || reason === 'gone'

function stepsOf({ stored, gaps }: EvaluationContext): StatusStep[] {
  const samples = Array.from(stored.minutes, (from): StatusStep => ({ from, until: from + 1, reason: null }))
  return [...samples, ...gaps].sort((a, b) => a.from - b.from)
}

const beginsSilence = ({ condition, silence }: StatusState, { reason }: StatusStep): boolean =>
  condition === 'shown' && silence === null && reason !== null && !isAbsence(reason)

interface StepSurroundings {
  /** Minutes between the samples. */
  readonly interval: number
  /** The last sample before the step; used where silence begins. */
  readonly lastSample: Minute
}

export function applyStep(
  state: StatusState,
  step: StatusStep,
  { interval, lastSample }: StepSurroundings,
): StepResult {
  const { from: at, until, reason } = step
  if (reason === null) return applySample(state, at)
  if (isAbsence(reason)) return applyAbsence(interval, withoutPresence(state), { ...step, reason })
  // While the game is hidden or gone, missing data is not notified in addition.
  if (state.condition !== 'shown') return { state, at, changes: [] }
  const since = state.silence?.since ?? lastSample
  const before = state.silence ?? { since, reason, isNotified: false }
  const silence = { ...before, reason: combineReasons(before.reason, reason) }
  // A platform whose calls fail may well answer with placeholders before and after: the next look is a first one.
  const rest = withoutPresence(reason === 'platform error' ? withoutLook(state) : state)
  const notifyAt = Math.max(at, firstNoticeable(since), secondLookAfter(since + 1, interval))
  // If Headcount itself did not run, it learns of the gap afterwards, and one notification reports the whole gap when
  // it is over.
  if (silence.isNotified || reason !== 'platform error' || notifyAt >= until)
    return { state: { ...rest, silence }, at, changes: [] }
  const facts: StatusFacts = { kind: 'status', what: 'no_data', since, until: null, reason: silence.reason }
  return { state: { ...rest, silence: { ...silence, isNotified: true } }, at: notifyAt, changes: [{ facts }] }
}

function applySample(state: StatusState, at: Minute): StepResult {
  const isReported = state.condition !== 'shown' || state.silence?.isNotified === true
  const presentSince = isReported ? (state.presentSince ?? at) : at
  if (isReported && at - presentSince < CONFIRMATION_MINUTES)
    return { state: { ...withoutLook(state), presentSince }, at, changes: [] }
  return { state: SHOWN, at, changes: changesAtReturn(state, presentSince) }
}

/** The first minute, at least two after the first look, at which the account's samples are due again. */
const secondLookAfter = (since: Minute, interval: number): Minute =>
  Math.ceil((since + CONFIRMATION_MINUTES) / interval) * interval

function applyAbsence(
  interval: number,
  state: StatusState,
  { from, until, reason }: StatusStep & { readonly reason: AbsenceReason },
): StepResult {
  if (state.condition === reason) return { state: withoutLook(state), at: from, changes: [] }
  const isNewLook = state.look?.reason !== reason
  const look = { reason, since: isNewLook ? from : (state.look?.since ?? from) }
  const at = Math.max(from, secondLookAfter(look.since, interval))
  if (at >= until) return { state: { ...state, look }, at: from, changes: [] }
  const { since, first, isDevelopment } = beginningOf(state, look)
  const facts: StatusFacts = { kind: 'status', what: reason, since, until: null, reason: null }
  const follows = { as: 'edit', subject: startSubject(first, since) } as const
  const changes = [isDevelopment ? { facts, follows } : { facts }]
  return { state: { condition: reason, since, first, silence: null }, at, changes }
}

interface AbsenceBeginning {
  readonly since: Minute
  readonly first: AbsenceReason | 'no_data'
  /** True if what was reported before turned into it. */
  readonly isDevelopment: boolean
}

function beginningOf(
  { condition, since, first, silence }: StatusState,
  look: { readonly reason: AbsenceReason; readonly since: Minute },
): AbsenceBeginning {
  if (condition !== 'shown') return { since, first: first ?? condition, isDevelopment: true }
  if (silence?.isNotified) return { since: silence.since, first: 'no_data', isDevelopment: true }
  return { since: look.since, first: look.reason, isDevelopment: false }
}

const withoutPresence = ({ presentSince: _, ...state }: StatusState): StatusState => state

const withoutLook = ({ look: _, ...state }: StatusState): StatusState => state

/**
 * A failure of Headcount is never reported as one of the platform. A stop lasts only a minute, so the reason after it
 * explains the rest of the gap.
 */
function combineReasons(before: SilenceReason | null, next: SilenceReason): SilenceReason | null {
  if (before === next || next === 'stopping') return before
  return before === 'stopping' && next !== 'platform error' ? next : null
}

/** The first minute at which there has been no sample for more than half an hour. */
const firstNoticeable = (since: Minute): Minute => since + QUIET_MINUTES + 1

/** The message of the beginning is completed, and a short reply states the end. */
function changesAtReturn({ condition, since, first, silence }: StatusState, until: Minute): StatusChange[] {
  if (condition !== 'shown') {
    const subject = startSubject(first ?? condition, since)
    const facts = { kind: 'status', since, until, reason: null } as const
    return [
      { facts: { ...facts, what: condition }, follows: { as: 'edit', subject } },
      { facts: { ...facts, what: 'back' }, follows: { as: 'reply', subject } },
    ]
  }
  if (silence === null || (!silence.isNotified && until <= firstNoticeable(silence.since))) return []
  const facts = { kind: 'status', since: silence.since, until, reason: silence.reason } as const
  if (!silence.isNotified) return [{ facts: { ...facts, what: 'data_back' } }]
  const subject = startSubject('no_data', silence.since)
  return [
    { facts: { ...facts, what: 'no_data' }, follows: { as: 'edit', subject } },
    { facts: { ...facts, what: 'data_back' }, follows: { as: 'reply', subject } },
  ]
}

const startSubject = (what: StatusFacts['what'], since: Minute): string => `${what}:${since}`

export const statusDraft = (
  game: Pick<Game, 'id' | 'accountId'>,
  at: Minute,
  { facts, follows }: StatusChange,
): NotificationDraft => ({
  gameId: game.id,
  accountId: game.accountId,
  kind: 'status',
  subject: follows?.as === 'edit' ? `${follows.subject}:at:${at}` : `${facts.what}:${facts.until ?? facts.since}`,
  occurredAt: at,
  facts,
  ...(follows === undefined ? {} : { follows }),
})
