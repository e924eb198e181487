// Status: the game was hidden, is gone, is back; no data for more than half an hour, and when it came back.
import type { Minute } from '../../clock.js'
import type { GapReason } from '../../gap.js'
import type { Condition } from '../../universe.js'
import type { Evaluation, EvaluationContext, Evaluator } from '../evaluator.js'
import type { SilenceReason, StatusFacts } from '../facts.js'
import type { NotificationDraft } from '../notification.js'

interface StatusState {
  readonly condition: Condition
  /** When it was first seen hidden or gone; 0 while it is shown. */
  readonly since: Minute
  /** The last sample before a silence, and why it is silent; null while there is data. */
  readonly silence: {
    readonly since: Minute
    /** Null where there is more than one reason: neither is told for the whole of it. */
    readonly reason: SilenceReason | null
    readonly isTold: boolean
  } | null
}

/** Without a sample for longer than this. */
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
    // The usual window: there is data, as before.
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

/** A game begins as it is found, and goes on as it is found after a pause: that is no news. */
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
  // While it is hidden or gone, that is what there is to say.
  if (condition !== 'shown') return { state, at, facts: [] }
  const since = state.silence?.since ?? (await context.history.lastMeasured('ccu', at)) ?? at
  const before = state.silence ?? { since, reason, isTold: false }
  const silence = { ...before, reason: bothReasons(before.reason, reason) }
  const tellAt = Math.max(at, tellingOf(since))
  // Who did not run finds out afterwards: then one notification tells of the whole silence, when it is over.
  if (silence.isTold || reason !== 'platform error' || tellAt >= until)
    return { state: { ...state, silence }, at, facts: [] }
  const facts: StatusFacts = { kind: 'status', what: 'no_data', since, until: null, reason: silence.reason }
  return { state: { ...state, silence: { ...silence, isTold: true } }, at: tellAt, facts: [facts] }
}

/** Our own trouble is never told as the platform's. A stop lasts a minute: what comes after it says why it went on. */
function bothReasons(before: SilenceReason | null, next: SilenceReason): SilenceReason | null {
  if (before === next || next === 'stopping') return before
  return before === 'stopping' && next !== 'platform error' ? next : null
}

/** The first minute at which it has been silent for more than half an hour. */
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
