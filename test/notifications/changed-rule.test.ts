// A rule that is changed or resumed begins again.
import { expect, test } from 'vitest'
import { MINUTE_MS, type Minute } from '../../src/domain/clock.js'
import { alert } from '../../src/domain/notifications/evaluators/alert.js'
import type { Rule } from '../../src/domain/notifications/settings.js'
import { sample } from '../store/contract/support.js'
import { evaluateIn, UNIVERSE } from './pure.js'

const START: Minute = Date.UTC(2026, 5, 17, 12) / MINUTE_MS
const CHANGE = START + 10
const RULE: Rule = {
  ...{ id: 7, gameId: 1, metric: 'ccu', condition: { is: 'above', value: 100 } },
  ...{ readings: 1, cooldownMinutes: 0, quietHours: null, roleId: null, createdAt: 0 },
}
/** Ten minutes above the threshold, then ten below it. */
const SAMPLES = Array.from({ length: 20 }, (_, index) => sample(UNIVERSE, START + index, index < 10 ? 140 : 60))

const kindsWith = async (later: Rule) => {
  const rulesAt = (from: Minute) => [from < CHANGE ? RULE : later]
  const found = await evaluateIn(alert, { samples: SAMPLES, gaps: [], rulesAt }, [CHANGE, CHANGE + 10])
  return found.map(({ kind, occurredAt }) => [kind, occurredAt - START])
}

test('what the former rule found neither ends an alert of the new one nor causes one [WEB-52]', async () => {
  const changed = { ...RULE, createdAt: CHANGE * MINUTE_MS }
  expect(await kindsWith(RULE)).toEqual([
    ['alert', 0],
    ['recovery', 10],
  ])
  expect(await kindsWith({ ...changed, condition: { is: 'below', value: 50 } })).toEqual([['alert', 0]])
  expect(await kindsWith({ ...changed, condition: { is: 'below', value: 70 } })).toEqual([
    ['alert', 0],
    ['alert', 10],
  ])
})
