// While the whole platform is down, a rule about one game's players does not alert, and it does as soon as the platform is back.
import { expect, test } from 'vitest'
import { DAY_MINUTES, HOUR_MINUTES, type Minute } from '../../../src/domain/clock.js'
import { alert } from '../../../src/domain/notifications/evaluators/alert.js'
import type { Rule } from '../../../src/domain/notifications/settings.js'
import type { Sample } from '../../../src/domain/sample.js'
import { sample } from '../../store/contract/support.js'
import { evaluateIn, UNIVERSE } from '../pure.js'

const START: Minute = Date.UTC(2026, 5, 17) / 60_000
const FALL = START + 12 * HOUR_MINUTES
const RULE: Rule = {
  ...{ id: 1, gameId: 1, metric: 'ccu', condition: { is: 'below', value: 500 }, readings: 5, cooldownMinutes: 0 },
  ...{ quietHours: null, roleId: null, createdAt: 0 },
}

/** The alerts when the own game and three others fall to a fifth: the others for `others` minutes, the own one until `until`. */
async function alertsOf({
  others,
  until,
  end = FALL + 30 * HOUR_MINUTES,
}: {
  others: number
  until: Minute
  end?: Minute
}) {
  const samples: Sample[] = []
  for (let minute = START; minute < end; minute++)
    samples.push(sample(UNIVERSE, minute, minute >= FALL && minute < until ? 200 : 1_000))
  const theirs = (minute: Minute) => (minute >= FALL && minute < FALL + others ? 200 : 1_000)
  const ids = [101, 102, 103]
  const past = {
    ...{ samples, gaps: [], others: new Map(ids.map((id) => [id, theirs])) },
    context: { rules: [RULE], universes: [UNIVERSE, ...ids] },
  }
  const notifications = await evaluateIn(alert, past, [START + DAY_MINUTES, end])
  return notifications.map(({ kind, occurredAt, facts }) => ({ kind, after: occurredAt - FALL, facts }))
}

test('a game that recovers with all others gets the notification of the platform only', async () => {
  const notifications = await alertsOf({ others: 60, until: FALL + 75 })
  expect(notifications.map(({ kind, after }) => [kind, after])).toEqual([['platform_drop', 4]])
})

test('who stays down when the others are back is alerted half an hour after that', async () => {
  const notifications = await alertsOf({ others: 60, until: FALL + 5 * HOUR_MINUTES })
  expect(notifications.map(({ kind, after }) => [kind, after])).toEqual([
    ['platform_drop', 4],
    ['alert', 90],
    ['recovery', 5 * HOUR_MINUTES + 4],
  ])
  expect(notifications[1]?.facts).toMatchObject({ platformWide: false, since: FALL })
})

test('a platform that is down for longer than it is followed covers its alerts for a day', async () => {
  const whole = await alertsOf({ others: 20 * HOUR_MINUTES, until: FALL + 20 * HOUR_MINUTES })
  expect(whole.map(({ kind, after }) => [kind, after])).toEqual([['platform_drop', 4]])
  const longer = await alertsOf({ others: 29 * HOUR_MINUTES, until: FALL + 29 * HOUR_MINUTES })
  const kinds = longer.map(({ kind }) => kind)
  expect(kinds).toEqual(['platform_drop', 'alert', 'recovery'])
  expect(longer[1]?.after).toBeGreaterThan(23 * HOUR_MINUTES)
})
