// Alerts: a rule that somebody drew up has become true, and later that it is over.
import { HOUR_MINUTES, type Minute, minuteOf } from '../../clock.js'
import type { Context, Judgement, Kind } from '../evaluator.js'
import type { AlertFacts } from '../facts.js'
import type { NoticeDraft } from '../notification.js'
import type { Rule } from '../settings.js'
import { Baselines, type Marks, readMetric } from './metric.js'
import { comparedAt, dropDraft } from './platform-drop.js'
import {
  dueAt,
  isCoveredStill,
  isDropOfPlayers,
  isSameDrop,
  NOTHING_YET,
  type Reading,
  ROW_INTERVALS,
  type RuleState,
  standingOf,
  take,
  told,
} from './rule-state.js'

export interface AlertState {
  /** By rule; what has nothing to remember is left out. */
  readonly rules: Readonly<Record<string, RuleState>>
  readonly marks: Marks | null
}

/** Between samples that are further apart than this, there is no saying how it stood. */
const LONGEST_SPACING = HOUR_MINUTES

export const alert: Kind<AlertState> = {
  name: 'alert',
  isAlwaysJudged: false,
  async judge(context, before): Promise<Judgement<AlertState>> {
    const baselines = new Baselines(context, before?.marks ?? undefined)
    const states = new Map(context.rules.map((rule) => [rule.id, beginningOf(context, before?.rules[rule.id])]))
    const notices: NoticeDraft[] = []
    for (const [row, minute] of context.samples.minutes.entries())
      for (const rule of context.rules) {
        if (minute < minuteOf(rule.createdAt)) continue
        const reading = await readMetric(context, rule, row, baselines)
        if (reading === undefined) continue
        const step = await read(context, rule, reading, states.get(rule.id) ?? NOTHING_YET)
        states.set(rule.id, step.state)
        notices.push(...step.notices)
      }
    return { notices, state: remembered(before, states, baselines.kept) }
  },
}

/** The same object where nothing changed. */
function remembered(
  before: AlertState | undefined,
  states: ReadonlyMap<number, RuleState>,
  marks: Marks | null,
): AlertState {
  const kept = [...states].filter(
    ([, state]) => state !== NOTHING_YET && Object.values(state).some((value) => value !== null),
  )
  const isSame =
    before !== undefined &&
    before.marks === marks &&
    Object.keys(before.rules).length === kept.length &&
    kept.every(([id, state]) => before.rules[id] === state)
  return isSame ? before : { rules: Object.fromEntries(kept), marks }
}

/** A pause breaks the row, as every gap does. */
const beginningOf = ({ isResumed }: Context, before: RuleState = NOTHING_YET): RuleState =>
  isResumed ? { ...before, row: null } : before

interface Step {
  readonly state: RuleState
  readonly notices: readonly NoticeDraft[]
}

async function read(context: Context, rule: Rule, reading: Reading, before: RuleState): Promise<Step> {
  const { minute } = reading
  const standing = standingOf(rule, reading)
  const state = take(before, rule, standing, { minute, interval: await spacingAt(context, before, minute) })
  const due = dueAt(state, rule, standing, minute)
  if (due === undefined) return { state, notices: [] }
  if (due === 'alert' && isDropOfPlayers(rule, reading)) return alertOfDrop(context, rule, reading, state)
  return tell(context, rule, reading, { state, due, platformWide: null })
}

/** Imported history has a sample an hour, and ticks may come seldom: what was as far apart before is in a row. */
async function spacingAt({ history, interval }: Context, { row }: RuleState, minute: Minute): Promise<number> {
  if (row === null || minute - row.last <= ROW_INTERVALS * interval) return interval
  const earlier = await history.lastMeasured('ccu', row.last)
  const spacing = earlier === undefined ? interval : row.last - earlier
  return spacing <= LONGEST_SPACING ? Math.max(interval, spacing) : interval
}

/** Us or the platform? Before it is told, it is compared with all others. */
async function alertOfDrop(context: Context, rule: Rule, reading: Reading, state: RuleState): Promise<Step> {
  const compared = await comparedAt(context, reading.minute)
  if (compared.isCovered) {
    const { since } = compared.drop
    if (isSameDrop(state, since)) return { state, notices: [] }
    return { state: { ...state, coveredBy: since }, notices: [dropDraft(context, compared, reading.minute)] }
  }
  if (isCoveredStill(state, reading.minute)) return { state, notices: [] }
  return tell(context, rule, reading, { state, due: 'alert', platformWide: compared.platformWide })
}

interface Telling {
  readonly state: RuleState
  readonly due: 'alert' | 'recovery'
  readonly platformWide: boolean | null
}

function tell(context: Context, rule: Rule, reading: Reading, { state, due, platformWide }: Telling): Step {
  const since = (due === 'alert' ? state.trueSince : state.toldSince) ?? reading.minute
  const facts: AlertFacts = {
    kind: due,
    ruleId: rule.id,
    metric: rule.metric,
    condition: rule.condition,
    value: reading.value,
    threshold: rule.condition.is === 'changed' ? (reading.baseline ?? 0) : rule.condition.value,
    baseline: reading.baseline,
    readings: rule.readings,
    since,
    roleId: due === 'alert' ? rule.roleId : null,
    platformWide,
  }
  return { state: told(state, due, reading.minute), notices: [draft(context, facts, since, reading.minute)] }
}

const draft = ({ game }: Context, facts: AlertFacts, since: Minute, minute: Minute): NoticeDraft => ({
  gameId: game.id,
  accountId: game.accountId,
  kind: facts.kind,
  subject: `rule:${facts.ruleId}:${since}`,
  occurredAt: minute,
  facts,
})
