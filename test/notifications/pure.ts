// Evaluates a game's history in plain arrays without a store, whose answers are computed here in the simplest way.
import { DAY_MINUTES, type Minute } from '../../src/domain/clock.js'
import type { Gap } from '../../src/domain/gap.js'
import { HourlyMeans } from '../../src/domain/insights/usual/hourly-means.js'
import { type EvaluationUsual, UsualModel } from '../../src/domain/insights/usual/usual.js'
import type { EvaluationContext, Evaluator } from '../../src/domain/notifications/evaluator.js'
import type { NotificationDraft } from '../../src/domain/notifications/notification.js'
import type { Sample } from '../../src/domain/sample.js'
import type { UniverseEvent } from '../../src/domain/universe.js'
import { blockOf } from '../store/contract/support.js'
import { CHANNEL } from './months/simulated.js'

export const UNIVERSE = 5

export interface EvaluatorSetup {
  readonly samples: readonly Sample[]
  readonly gaps: readonly Gap[]
  /** What the evaluator gets besides samples and gaps, for example rules. */
  readonly context?: Partial<Pick<EvaluationContext, 'rules' | 'route' | 'universes' | 'interval' | 'excluded'>>
  /** The rules from a minute on, where they change during the history. */
  readonly rulesAt?: (from: Minute) => EvaluationContext['rules']
  readonly events?: readonly UniverseEvent[]
  /** The indexes of Roblox as a whole, the best one first. */
  readonly markets?: readonly ((minute: Minute) => number)[]
  /** Other universes' players by minute. */
  readonly others?: ReadonlyMap<number, (minute: Minute) => number>
}

const game = {
  id: 1,
  accountId: 1,
  universeId: UNIVERSE,
  name: 'Universe 5',
  channelId: CHANNEL,
  isActive: true,
  isPausedByPlan: false,
  isPublic: false,
  createdAt: 0,
}

/** The context of an evaluation, for an interval of one minute. */
function contextOf(
  { samples, gaps, context, events = [], others, markets = [] }: EvaluatorSetup,
  from: Minute,
  until: Minute,
): EvaluationContext {
  const seen = samples.filter(({ minute }) => minute < until)
  const between = (start: Minute, end: Minute) =>
    blockOf(
      UNIVERSE,
      seen.filter(({ minute }) => minute >= start && minute < end),
    )
  const cut = (start: Minute, end: Minute): Gap[] =>
    gaps
      .map((gap) => ({ ...gap, from: Math.max(gap.from, start), until: Math.min(gap.until, end) }))
      .filter((gap) => gap.from < gap.until)
  const stored = between(from, until)
  return {
    ...{ game, from, until, interval: 1, samples: stored, stored, gaps: cut(from, until) },
    events: events.filter(({ minute }) => minute >= from && minute < until),
    ...{ isResumed: false, route: undefined, rules: [], peers: [game], serverOf: () => null, universes: [UNIVERSE] },
    excluded: [],
    ...context,
    history: {
      samples: async (_, start, end) => between(start, Math.min(end, until)),
      lastMeasured: async (measure, before) =>
        seen.findLast((sample) => sample.minute < before && sample[measure] !== null)?.minute,
      firstMinute: async () => seen[0]?.minute,
      peakBefore: async (before) => {
        const earlier = seen.filter(({ minute }) => minute < before)
        return earlier.length === 0 ? undefined : Math.max(...earlier.map(({ ccu }) => ccu))
      },
      days: async () => [],
      gaps: async (_, start, end) => cut(start, Math.min(end, until)),
      events: async () => [],
      usual: async () => usualIn(seen, from, until),
    },
    playerCounts: {
      at: async (universes, minutes, age) => {
        for (const minute of minutes) if (minute >= until) throw new Error('Nobody knows that minute yet.')
        const own = (minute: Minute) =>
          seen.findLast((sample) => sample.minute <= minute && sample.minute >= minute - age)?.ccu ?? Number.NaN
        return new Map(universes.map((id) => [id, Float64Array.from(minutes, others?.get(id) ?? own)]))
      },
      once: (_, find) => find(),
    },
    charts: {
      universes: [-1, -2, -3],
      playerCounts: {
        at: async (universes, minutes) =>
          new Map(universes.map((id) => [id, new Float64Array(minutes.length).fill(Number.NaN)])),
        once: (_, find) => find(),
      },
      lag: 2,
    },
    pastEvents: async () => [],
    markets: async (_, end) =>
      markets.map((market) => (minute) => (minute < Math.min(end, until) ? market(minute) : Number.NaN)),
  }
}

/** The model of the usual, computed from the hourly means of all samples seen so far. */
function usualIn(seen: readonly Sample[], from: Minute, until: Minute): EvaluationUsual {
  const [first, last] = [Math.floor(from / 60) - 900, Math.floor(until / 60)]
  const series = new HourlyMeans(last, last - first)
  const hours = new Map<number, number[]>()
  for (const { minute, ccu } of seen) {
    const hour = Math.floor(minute / 60)
    hours.set(hour, [...(hours.get(hour) ?? []), ccu])
  }
  for (const [hour, values] of hours)
    if (hour < last) series.set(hour, values.reduce((sum, value) => sum + value, 0) / values.length)
  return new UsualModel({ series, until })
}

/** Evaluates the past in windows that end at these minutes. As in the service, states pass through JSON, and empty windows are skipped. */
export async function evaluateIn(
  kind: Evaluator,
  past: EvaluatorSetup,
  ends: readonly Minute[],
): Promise<NotificationDraft[]> {
  const notifications: NotificationDraft[] = []
  let state: string | undefined
  let from = 0
  for (const until of ends) {
    const rules = past.rulesAt && { rules: past.rulesAt(from) }
    const context = contextOf({ ...past, context: { ...past.context, ...rules } }, from, until)
    from = until
    if (state === undefined && context.stored.minutes.length === 0 && context.gaps.length === 0) continue
    const evaluation = await kind.evaluate(context, state === undefined ? undefined : JSON.parse(state))
    state = JSON.stringify(evaluation.state)
    notifications.push(...evaluation.notifications)
  }
  // The evaluation sorts the notifications of a window by time.
  return notifications.sort((a, b) => a.occurredAt - b.occurredAt)
}

export const everyMinute = (until: Minute): Minute[] => Array.from({ length: until }, (_, index) => index + 1)
export const everyDay = (until: Minute): Minute[] =>
  Array.from({ length: Math.ceil(until / DAY_MINUTES) }, (_, index) => Math.min(until, (index + 1) * DAY_MINUTES))
