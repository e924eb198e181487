// The evaluator of alerts: the condition of a rule has become true, or is no longer true.
import { HOUR_MINUTES, type Minute, minuteOf } from '../../clock.js'
import { isQuiet } from '../../time/quiet-hours.js'
import type { Evaluation, EvaluationContext, Evaluator } from '../evaluator.js'
import type { AlertFacts } from '../facts.js'
import type { NotificationDraft } from '../notification.js'
import { isSilent, type Rule } from '../settings.js'
import { Baselines, type BaselineWindow, readMetric } from './metric.js'
import { comparedAt, platformDropDraft } from './platform-drop.js'
import {
  dueAt,
  INITIAL_RULE_STATE,
  isFallOfPlayers,
  isSameFall,
  isStillReplaced,
  type MetricReading,
  positionOf,
  ROW_INTERVALS,
  type RuleState,
  withNotification,
  withReading,
} from './rule-state.js'
import { isExplainedByPlatform, isWeeklyDip, unusualThreshold, usualLine } from './unusual.js'

export interface AlertState {
  /** States by rule id; a rule with an empty state is omitted. */
  readonly rules: Readonly<Record<string, RuleState>>
  /** The baseline values that readings are compared with. */
  readonly baselineWindow: BaselineWindow | null
}

/** If samples are further apart than this, the state between them is unknown. */
const MAX_SPACING_MINUTES = HOUR_MINUTES

export const alert: Evaluator<AlertState> = {
  name: 'alert',
  isAlwaysEvaluated: false,
  async evaluate(context, before): Promise<Evaluation<AlertState>> {
    const baselines = new Baselines(context, before?.baselineWindow ?? undefined)
    const states = new Map(context.rules.map((rule) => [rule.id, initialState(context, rule, before?.rules[rule.id])]))
    const notifications: NotificationDraft[] = []
    for (const [row, minute] of context.samples.minutes.entries())
      for (const rule of context.rules) {
        if (minute < minuteOf(rule.createdAt)) continue
        const reading = await readMetric(context, rule, row, baselines)
        if (reading === undefined) continue
        const step = await read(context, rule, reading, states.get(rule.id) ?? INITIAL_RULE_STATE)
        states.set(rule.id, step.state)
        notifications.push(...step.notifications)
      }
    return { notifications, state: nextState(before, states, baselines.window) }
  },
}

/** Returns the same object if nothing changed. */
function nextState(
  before: AlertState | undefined,
  states: ReadonlyMap<number, RuleState>,
  baselineWindow: BaselineWindow | null,
): AlertState {
  const nonEmpty = [...states].filter(
    ([, state]) => state !== INITIAL_RULE_STATE && Object.values(state).some((value) => value !== null),
  )
  const isSame =
    before !== undefined &&
    before.baselineWindow === baselineWindow &&
    Object.keys(before.rules).length === nonEmpty.length &&
    nonEmpty.every(([id, state]) => before.rules[id] === state)
  return isSame ? before : { rules: Object.fromEntries(nonEmpty), baselineWindow }
}

/**
 * A pause ends a series of consecutive readings, as every gap does. A rule that was changed or resumed begins again: what
 * it was found to be before counts no more.
 */
function initialState(
  { isResumed }: EvaluationContext,
  { createdAt }: Rule,
  before: RuleState = INITIAL_RULE_STATE,
): RuleState {
  const createdMinute = minuteOf(createdAt)
  const times = [before.row?.since, before.trueSince, before.notifiedSince, before.notifiedAt, before.coveredBy]
  if (times.some((time) => time != null && time < createdMinute)) return INITIAL_RULE_STATE
  return isResumed ? { ...before, row: null } : before
}

interface AlertStep {
  readonly state: RuleState
  readonly notifications: readonly NotificationDraft[]
}

async function read(
  context: EvaluationContext,
  rule: Rule,
  reading: MetricReading,
  before: RuleState,
): Promise<AlertStep> {
  const { minute } = reading
  const position = positionOf(rule, reading)
  const state = withReading(before, rule, position, { minute, interval: await spacingAt(context, before, minute) })
  const due = dueAt(state, rule, position, minute)
  if (due === undefined || isSilent(context.route, minute)) return { state, notifications: [] }
  if (due === 'alert' && isFallOfPlayers(rule, reading)) return alertOfFall(context, rule, reading, state)
  return notify(context, rule, reading, { state, due, platformWide: null })
}

/** Whether the whole platform, or a dip of each week, explains an unusual fall, so that it is not reported. */
async function isExplained(context: EvaluationContext, { condition }: Rule, reading: MetricReading, state: RuleState) {
  const { minute, value, baseline } = reading
  if (condition.is !== 'unusual' || value >= (baseline ?? value)) return false
  if (await isExplainedByPlatform(context, reading)) return true
  return isWeeklyDip(context, reading, state.trueSince ?? minute)
}

/**
 * Imported history may have one sample per hour, and ticks may be rare: samples at the same spacing as before count as
 * consecutive.
 */
async function spacingAt(
  { history, interval }: EvaluationContext,
  { row }: RuleState,
  minute: Minute,
): Promise<number> {
  if (row === null || minute - row.last <= ROW_INTERVALS * interval) return interval
  const earlier = await history.lastMeasured('ccu', row.last)
  const spacing = earlier === undefined ? interval : row.last - earlier
  return spacing <= MAX_SPACING_MINUTES ? Math.max(interval, spacing) : interval
}

/**
 * Before an alert of a drop is sent, the game is compared with all other universes and with the charts to detect a drop of
 * the whole platform.
 */
async function alertOfFall(
  context: EvaluationContext,
  rule: Rule,
  reading: MetricReading,
  state: RuleState,
): Promise<AlertStep> {
  const compared = await comparedAt(context, reading.minute, state.trueSince ?? reading.minute)
  if (compared.isReplaced) {
    const { since } = compared.fall
    if (isSameFall(state, since)) return { state, notifications: [] }
    return {
      state: { ...state, coveredBy: since },
      notifications: [platformDropDraft(context, compared, reading.minute)],
    }
  }
  // The charts are known soon, and another reading comes soon.
  if (compared.mayBeReplaced && context.interval <= context.charts.lag) return { state, notifications: [] }
  if (isStillReplaced(state, reading.minute)) return { state, notifications: [] }
  if (await isExplained(context, rule, reading, state)) return { state, notifications: [] }
  return notify(context, rule, reading, { state, due: 'alert', platformWide: compared.platformWide })
}

interface DueAlert {
  readonly state: RuleState
  readonly due: 'alert' | 'recovery'
  readonly platformWide: boolean | null
}

async function notify(
  context: EvaluationContext,
  rule: Rule,
  reading: MetricReading,
  { state, due, platformWide }: DueAlert,
): Promise<AlertStep> {
  const since = (due === 'alert' ? state.trueSince : state.notifiedSince) ?? reading.minute
  const facts: AlertFacts = {
    kind: due,
    ruleId: rule.id,
    metric: rule.metric,
    condition: rule.condition,
    value: reading.value,
    threshold: await thresholdOf(context, rule, reading),
    baseline: reading.baseline === null ? null : Number(reading.baseline.toPrecision(7)),
    readings: rule.readings,
    ...(rule.minutes == null ? {} : { minutes: rule.minutes }),
    ...(rule.condition.is === 'unusual'
      ? { line: usualLine(await context.history.usual(), rule.condition.by, reading.minute + 1) }
      : {}),
    since,
    ...(due === 'alert' && wasHeld(context, rule, since) ? { wasHeld: true } : {}),
    roleId: due === 'alert' ? rule.roleId : null,
    platformWide,
  }
  return {
    state: withNotification(state, due, reading.minute),
    notifications: [draft(context, facts, since, reading.minute)],
  }
}

/** An alert is reported outside of quiet hours only, so one that began in them waited for their end. */
const wasHeld = ({ route }: EvaluationContext, { quietHours }: Rule, since: Minute): boolean =>
  [quietHours, route?.quietHours].some((hours) => hours != null && isQuiet(hours, since))

async function thresholdOf(context: EvaluationContext, { condition }: Rule, reading: MetricReading): Promise<number> {
  if (condition.is === 'unusual') return unusualThreshold(await context.history.usual(), condition.by, reading)
  return condition.is === 'changed' ? (reading.baseline ?? 0) : condition.value
}

const draft = ({ game }: EvaluationContext, facts: AlertFacts, since: Minute, minute: Minute): NotificationDraft => ({
  gameId: game.id,
  accountId: game.accountId,
  kind: facts.kind,
  subject: `rule:${facts.ruleId}:${since}`,
  occurredAt: minute,
  facts,
})
