import { expect, test } from 'vitest'
import { DAY_MINUTES } from '../../src/domain/clock.js'
import { prepare } from './evaluation.js'
import { lifeOf } from './life.js'
import { START } from './simulated.js'

const GAMES = Number(process.env.QUIET_GAMES ?? 4)
const DAYS = Number(process.env.QUIET_DAYS ?? 10)
/** What is compared with the week before needs one. */
const LEAD = 8 * DAY_MINUTES
/** The goal is at most one a game and month; quiet days are the simulator's, without its updates and bad hours. */
const FALSE = ['alert', 'recovery', 'platform_drop', 'report_card', 'status']

test('quiet days give no alarm', { timeout: 1_800_000 }, async () => {
  const life = lifeOf({ games: GAMES, from: START - LEAD, until: START + DAYS * DAY_MINUTES })
  const prepared = await prepare({ life, evaluatedFrom: START })
  const notifications = await prepared.evaluate()
  const count = (kind: string) => notifications.filter((notification) => notification.kind === kind).length
  const kinds = [...new Set(notifications.map(({ kind }) => kind))].map((kind) => `${count(kind)} × ${kind}`)
  const alarms = notifications.filter(({ kind }) => FALSE.includes(kind))
  console.log(`${GAMES} games, ${DAYS} quiet days: ${alarms.length} false alarms. Told: ${kinds.join(', ')}`)
  expect(alarms).toEqual([])
  // They were evaluated: without an alert, milestones and records are still reported.
  expect(count('milestone') + count('record')).toBeGreaterThan(0)
  await prepared.close()
})
