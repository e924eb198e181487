// /updates as people use it.
import { expect, test } from 'vitest'
import { DAY_MINUTES, minuteOf } from '../../src/domain/clock.js'
import type { ChangeRange } from '../../src/domain/insights/effect/effect-facts.js'
import type { ReportCardFacts } from '../../src/domain/notifications/facts.js'
import { NOON } from '../support/start-app.js'
import { SOME_FACTS } from './notifications/posting.js'
import { type BotFixture, CHANNEL, openScene } from './scene.js'

const NOW = minuteOf(NOON)
const UPDATED_AT = NOW - 3 * DAY_MINUTES

/** An update of three days ago, whose report after a day found no clear change. */
async function openUnclear(effect: ChangeRange): Promise<BotFixture> {
  const scene = await openScene()
  const { id, accountId, universeId } = await scene.track({ name: 'Obby' }, CHANNEL)
  const { store } = scene.app
  await store.eventLog.put({
    universeId,
    accountId: null,
    kind: 'update',
    subject: `${universeId}:${UPDATED_AT}`,
    start: UPDATED_AT,
    end: UPDATED_AT,
    cause: null,
    facts: { kind: 'update', foundAt: UPDATED_AT + 1 },
    uncertainty: 0,
  })
  const outcome = { outcome: 'no_clear_change', reason: null, effect } as const
  const facts: ReportCardFacts = {
    ...SOME_FACTS.reportDay,
    ...outcome,
    updatedAt: UPDATED_AT,
    stage: '24h',
    newer: [],
    beganBefore: false,
  }
  const occurredAt = UPDATED_AT + DAY_MINUTES
  const about = { gameId: id, accountId, kind: 'report_card', subject: `24h:${UPDATED_AT}`, occurredAt } as const
  await store.evaluations.commit({
    notifications: [{ ...about, facts }],
    events: [],
    states: [],
    createdAt: NOON,
    after: await store.evaluations.cursor(),
    cursor: NOW,
  })
  await scene.restart()
  return scene
}

const answer = async (scene: BotFixture): Promise<string> => {
  const { message } = await scene.double.slash({ command: 'updates', channelId: CHANNEL }).done()
  return message.embeds[0]?.description ?? ''
}

test('players who differ clearly, but not from the update on, are not called no change [INSIGHTS-56]', async () => {
  const text = await answer(await openUnclear({ change: -0.167, low: -0.264, high: -0.058 }))
  expect(text).toContain(
    '**Not clearly the update**: players differ from what was expected, but they did not change clearly at the update ' +
      'itself\n-16.7% players (-26.4% to -5.8%) · after a day',
  )
  expect(text).not.toContain('No clear change')
})

test('no clear change says that the game differs as much without updates [INSIGHTS-56]', async () => {
  const text = await answer(await openUnclear({ change: 0.02, low: -0.05, high: 0.09 }))
  expect(text).toContain(
    '**No clear change**: this game differs as much without updates\n+2.0% players (-5.0% to +9.0%) · after a day',
  )
})
