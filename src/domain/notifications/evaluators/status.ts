// The evaluator of status changes: the game was hidden, is gone or is back; there was no data for more than half an
// hour, or there is data again.
import type { Minute } from '../../clock.js'
import type { GapReason } from '../../gap.js'
import type { Condition } from '../../universe.js'
import type { Evaluation, EvaluationContext, Evaluator } from '../evaluator.js'
import type { SilenceReason, StatusFacts } from '../facts.js'
import type { NotificationDraft } from '../notification.js'

interface StatusState {
  readonly condition: Condition
  /** When it was first found hidden or gone; 0 while it is shown. */
  readonly since: Minute
  /** The last sample before a gap, and the reason of the gap; null while there is data. */
  readonly silence: {
    readonly since: Minute
    /** Null if there is more than one reason, because none of them is true for the whole time. */
    readonly reason: SilenceReason | null
    readonly isTold: boolean
  } | null
}

/** A notification is due when there is no sample for more than this many minutes. */
const QUIET_MINUTES = 30
const SHOWN: StatusState = { condition: 'shown', since: 0, silence: null }

/** A sample, or a gap with the reason why there is none. */
interface StatusStep {
  readonly from: Minute
  readonly until: Minute
  readonly reason: GapReason | null
}

interface StepResult {
  readonly state: StatusState
  readonly at: Minute
  readonly facts: readonly StatusFacts[]
}

export const status: Evaluator<StatusState> = {
  name: 'status',
  isAlwaysEvaluated: false,
  async evaluate(context, before): Promise<Evaluation<StatusState>> {
    const steps = stepsOf(context)
    let state = before === undefined || context.isResumed ? beginningOf(steps[0]) : before
    const notifications: NotificationDraft[] = []
    // The most frequent case: there is data, as before.
    if (context.gaps.length === 0 && state.condition === 'shown' && state.silence === null)
      return { notifications, state }
    for (const step of steps) {
      const result = await take(context, state, step)
      state = result.state
      notifications.push(...result.facts.map((facts) => draft(context, result.at, facts)))
    }
    return { notifications, state }
  },
}

/** The first condition found, of a new game or after a pause, causes no notification. */
function beginningOf(step: StatusStep | undefined): StatusState {
  if (step === undefined || step.reason === null) return SHOWN
  const { from: since, reason } = step
  if (reason === 'hidden' || reason === 'gone') return { condition: reason, since, silence: null }
  return { ...SHOWN, silence: { since, reason, isTold: false } }
}

function stepsOf({ stored, gaps }: EvaluationContext): StatusStep[] {
  const samples = Array.from(stored.minutes, (from): StatusStep => ({ from, until: from + 1, reason: null }))
  return [...samples, ...gaps].sort((a, b) => a.from - b.from)
}

async function take(
  context: EvaluationContext,
  state: StatusState,
  { from: at, until, reason }: StatusStep,
): Promise<StepResult> {
  const { condition } = state
  if (reason === null) return { state: SHOWN, at, facts: backAt(state, at) }
  if (reason === 'hidden' || reason === 'gone') {
    if (condition === reason) return { state, at, facts: [] }
    const facts: StatusFacts = { kind: 'status', what: reason, since: at, until: null, reason: null }
    return { state: { condition: reason, since: at, silence: null }, at, facts: [facts] }
  }
  // While the game is hidden or gone, missing data is not notified in addition.
  if (condition !== 'shown') return { state, at, facts: [] }
  const since = state.silence?.since ?? (await context.history.lastMeasured('ccu', at)) ?? at
  const before = state.silence ?? { since, reason, isTold: false }
  const silence = { ...before, reason: bothReasons(before.reason, reason) }
  const tellAt = Math.max(at, tellingOf(since))
  // If Headcount itself did not run, it learns of the gap afterwards, and one notification reports the whole gap when
  // it is over.
  if (silence.isTold || reason !== 'platform error' || tellAt >= until)
    return { state: { ...state, silence }, at, facts: [] }
  const facts: StatusFacts = { kind: 'status', what: 'no_data', since, until: null, reason: silence.reason }
  return { state: { ...state, silence: { ...silence, isTold: true } }, at: tellAt, facts: [facts] }
}

/**
 * A failure of Headcount is never reported as one of the platform. A stop lasts only a minute, so the reason after it
 * explains the rest of the gap.
 */
function bothReasons(before: SilenceReason | null, next: SilenceReason): SilenceReason | null {
  if (before === next || next === 'stopping') return before
  return before === 'stopping' && next !== 'platform error' ? next : null
}

/** The first minute at which there has been no sample for more than half an hour. */
const tellingOf = (since: Minute): Minute => since + QUIET_MINUTES + 1

function backAt({ condition, since, silence }: StatusState, at: Minute): StatusFacts[] {
  if (condition !== 'shown') return [{ kind: 'status', what: 'back', since, until: at, reason: null }]
  if (silence === null || (!silence.isTold && at <= tellingOf(silence.since))) return []
  return [{ kind: 'status', what: 'data_back', since: silence.since, until: at, reason: silence.reason }]
}

const draft = ({ game }: EvaluationContext, at: Minute, facts: StatusFacts): NotificationDraft => ({
  gameId: game.id,
  accountId: game.accountId,
  kind: 'status',
  subject: `${facts.what}:${facts.until ?? facts.since}`,
  occurredAt: at,
  facts,
})
