// Months of games in which nothing is planted, and months with a fall, through the evaluator of alerts with the rule that
// people get by default.
import { DAY_MINUTES, type Minute } from '../../../src/domain/clock.js'
import { type AlertState, alert } from '../../../src/domain/notifications/evaluators/alert.js'
import { DEFAULT_RULE } from '../../../src/domain/notifications/settings.js'
import { worldContexts } from './evaluation-world.js'
import { gameWorld } from './game-world.js'
import { platformWorld } from './platform-world.js'
import { randomFrom } from './random.js'

const START: Minute = Date.UTC(2026, 0, 5) / 60_000
const LEAD = 29 * DAY_MINUTES
const MONTH = 30 * DAY_MINUTES
const FALL_MINUTES = 50
const RULE = { ...DEFAULT_RULE, id: 1, gameId: 1, createdAt: 0 }

export interface AlertMonth {
  readonly alerts: readonly Minute[]
  /** When the planted fall began; undefined in quiet months. */
  readonly fallAt: Minute | undefined
}

/** The players of `fall`, if it is given, are multiplied by it for 50 minutes. */
export async function alertsOf(seed: number, fall?: number): Promise<AlertMonth> {
  const span = { from: START, until: START + LEAD + MONTH }
  const platform = platformWorld({ seed, ...span, outages: 0 })
  const fallAt =
    fall === undefined ? undefined : START + LEAD + Math.floor(randomFrom(seed).between(0, MONTH - DAY_MINUTES))
  const planted = (minute: Minute) =>
    fallAt !== undefined && minute >= fallAt && minute < fallAt + FALL_MINUTES ? (fall ?? 1) : 1
  const world = gameWorld({ seed: seed * 17 + 3, platform, ...span, step: seed % 3 === 0 ? 5 : 1, planted })
  const contextOf = worldContexts({ world, platform, hasMarket: true, rules: [RULE] })
  const alerts: Minute[] = []
  let state: AlertState | undefined
  for (let from = START + LEAD; from < span.until; from += DAY_MINUTES) {
    const evaluated = await alert.evaluate(contextOf(from, from + DAY_MINUTES), state)
    state = evaluated.state
    for (const { kind, occurredAt } of evaluated.notifications) if (kind === 'alert') alerts.push(occurredAt)
  }
  return { alerts, fallAt }
}

export const isFound = ({ alerts, fallAt = 0 }: AlertMonth): boolean =>
  alerts.some((minute) => minute >= fallAt && minute < fallAt + FALL_MINUTES)
