import { expect, test } from 'vitest'
import { DAY_MINUTES, HOUR_MINUTES } from '../../src/domain/clock.js'
import { listedEvents, MAX_DIGEST_EVENTS } from '../../src/domain/notifications/evaluators/digest.js'
import type { DigestFacts, PastEvent } from '../../src/domain/notifications/facts.js'
import { facts, gap, record } from '../store/contract/support.js'
import { openScene, START } from './months/simulated.js'

const WEEK = 7 * DAY_MINUTES

test('a digest lists what happened, the same however history is cut into windows [NOTIFY-14]', async () => {
  const updatedAt = START + WEEK + 3 * HOUR_MINUTES
  const outage = [START + WEEK + 15 * HOUR_MINUTES, START + WEEK + 17 * HOUR_MINUTES] as const
  const happenedIn = async (evaluateEvery: number) => {
    const scene = await openScene()
    const digest = { every: 'day', weekday: 1, at: 0, timeZone: 'UTC' } as const
    await scene.store.routes.put({ gameId: scene.game.id, kind: 'digest', channelId: null, enabled: true, digest })
    await scene.switchOn('record')
    await record(scene.store, START, { facts: [facts(5, { updatedAt: START * 60_000 })] })
    for (let minute = START + 30; minute <= START + WEEK + DAY_MINUTES; minute += 30) {
      if (minute >= outage[0] && minute < outage[1]) continue
      const ccu = minute === updatedAt + 120 ? 90 : 50
      if (minute === outage[1]) await record(scene.store, minute - 1, { gaps: [gap(5, ...outage, 'platform error')] })
      await scene.tick(minute, { ccu, visits: minute - START })
      if (minute === updatedAt)
        await record(scene.store, minute + 1, { facts: [facts(5, { updatedAt: updatedAt * 60_000 })] })
      // Events from before the first evaluation are not notified.
      if (minute === START + 30 || minute % evaluateEvery === 0) await scene.evaluate()
    }
    await scene.evaluate()
    const digests = (await scene.facts()).filter((fact) => (fact as { kind: string }).kind === 'digest')
    return (digests as DigestFacts[]).map(({ happened }) => happened)
  }
  const all = await happenedIn(30)
  expect(all.at(-1)).toEqual({
    events: [
      { kind: 'update', at: updatedAt, change: 0 },
      { kind: 'record', at: updatedAt + 120, ccu: 90 },
      { kind: 'incident', at: outage[0] - 29, what: 'no_data', until: outage[1], reason: 'platform error' },
    ],
    more: 0,
  })
  expect(all[0]?.events.map(({ kind }) => kind)).toContain('milestone')
  expect(await happenedIn(100_000_000)).toEqual(all)
})

test('a digest lists ten events, the rarest kinds first, and says how many more there were [NOTIFY-14]', () => {
  const alerts = Array.from({ length: 30 }, (_, at): PastEvent => ({ kind: 'alert', at, metric: 'ccu' }))
  const { events, more } = listedEvents([...alerts, { kind: 'record', at: 20, ccu: 9 }])
  expect(events).toHaveLength(MAX_DIGEST_EVENTS)
  expect(events.at(-1)).toEqual({ kind: 'record', at: 20, ccu: 9 })
  expect(more).toBe(31 - MAX_DIGEST_EVENTS)
})
