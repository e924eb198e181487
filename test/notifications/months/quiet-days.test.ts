import { expect, test } from 'vitest'
import { DAY_MINUTES } from '../../../src/domain/clock.js'
import { prepare } from '../evaluation.js'
import { lifeOf } from './life.js'
import { START } from './simulated.js'

const GAMES = Number(process.env.QUIET_GAMES ?? 4)
const DAYS = Number(process.env.QUIET_DAYS ?? 10)
/** Comparisons with the week before need this much history. */
const LEAD = 8 * DAY_MINUTES
/** Kinds that must not occur on quiet days, which are the simulator's without updates and outages. The goal is one a game and month. */
const FALSE = ['alert', 'recovery', 'platform_drop', 'report_card', 'status']

test('quiet days give no alarm', { timeout: 1_800_000 }, async () => {
  const life = lifeOf({ games: GAMES, from: START - LEAD, until: START + DAYS * DAY_MINUTES })
  const prepared = await prepare({ life, evaluatedFrom: START })
  const notifications = await prepared.evaluate()
  const count = (kind: string) => notifications.filter((notification) => notification.kind === kind).length
  const kinds = [...new Set(notifications.map(({ kind }) => kind))].map((kind) => `${count(kind)} × ${kind}`)
  const alarms = notifications.filter(({ kind }) => FALSE.includes(kind))
  console.log(`${GAMES} games, ${DAYS} quiet days: ${alarms.length} false alarms. Reported: ${kinds.join(', ')}`)
  expect(alarms).toEqual([])
  // Milestones and records show that the evaluation ran.
  expect(count('milestone') + count('record')).toBeGreaterThan(0)
  await prepared.close()
})
