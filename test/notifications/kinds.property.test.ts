import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MINUTES, HOUR_MINUTES, type Minute, WEEK_MINUTES } from '../../src/domain/clock.js'
import { GAP_REASONS, type Gap } from '../../src/domain/gap.js'
import { milestone } from '../../src/domain/notifications/evaluators/milestone.js'
import { record } from '../../src/domain/notifications/evaluators/record.js'
import { status } from '../../src/domain/notifications/evaluators/status.js'
import type { MilestoneCrossing, RecordFacts, StatusFacts } from '../../src/domain/notifications/facts.js'
import type { NotificationDraft } from '../../src/domain/notifications/notification.js'
import type { Sample } from '../../src/domain/sample.js'
import { EVALUATORS } from '../../src/services/notifications/evaluate-game.js'
import { addedValues } from '../store/contract/support.js'
import { type EvaluatorSetup, evaluateIn, everyDay, everyMinute, UNIVERSE } from './pure.js'

/** Steps of a counter that mostly rises, sometimes falls, and sometimes jumps. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 0, max: 40 }) },
  { weight: 1, arbitrary: fc.integer({ min: -300, max: 0 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 20_000 }) },
)
const window = fc.record({
  reason: fc.constantFrom(null, null, null, ...GAP_REASONS),
  length: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 25, max: 70 })),
  pause: fc.integer({ min: 1, max: 3 }),
  steps: fc.array(fc.tuple(step, step, fc.boolean()), { minLength: 1, maxLength: 8 }),
})

/** Alternating samples and gaps; samples are `scale` minutes apart. */
const past = (scale: number): fc.Arbitrary<EvaluatorSetup & { readonly until: Minute }> =>
  fc.tuple(fc.integer({ min: 0, max: 900 }), fc.array(window, { minLength: 1, maxLength: 8 })).map(([start, parts]) => {
    const samples: Sample[] = []
    const gaps: Gap[] = []
    let minute = 0
    let [visits, ccu] = [start, 50]
    for (const { reason, length, pause, steps } of parts) {
      if (reason !== null) {
        gaps.push({ universeId: UNIVERSE, from: minute, until: minute + length, reason })
        minute += length
        continue
      }
      for (const [gain, players, hasVotes] of steps) {
        visits = Math.max(0, visits + gain)
        ccu = Math.max(0, ccu + Math.round(players / 50))
        const likes = hasVotes ? Math.floor(visits / 3) : null
        const votes = { likes, dislikes: likes, ...addedValues(likes) }
        samples.push({ universeId: UNIVERSE, minute, ccu, visits, favorites: 7, ...votes })
        minute += pause * scale
      }
    }
    return { samples, gaps, until: minute + 1 }
  })

const crossingsOf = (facts: { kind: string }): readonly MilestoneCrossing[] =>
  'crossings' in facts ? (facts.crossings as MilestoneCrossing[]) : []

test('each number of the ladder between the first value and the highest is reported exactly once', async () => {
  await fc.assert(
    fc.asyncProperty(past(1), async ({ until, ...past }) => {
      const notifications = await evaluateIn(milestone, past, everyMinute(until))
      const crossings = notifications
        .flatMap(({ facts }) => crossingsOf(facts))
        .filter(({ metric }) => metric === 'visits')
      const [first = 0, ...rest] = past.samples.map(({ visits }) => visits ?? 0)
      const highest = Math.max(first, ...rest)
      const ladder = Array.from({ length: 8 }, (_, power) => [1, 2, 5].map((digit) => digit * 100 * 10 ** power)).flat()
      expect(crossings.map(({ rung }) => rung)).toEqual(ladder.filter((rung) => rung > first && rung <= highest))
      for (const { rung, count, between } of crossings) {
        expect(count).toBeGreaterThanOrEqual(rung)
        const before = past.samples.findLast(({ minute }) => minute <= (between?.from ?? -1))
        expect(before?.visits ?? 0).toBeLessThan(rung)
      }
    }),
  )
})

test('a record is reported after a week, of a count clearly above all before it, a day after the last [NOTIFY-11]', async () => {
  const scale = fc.constantFrom(1, 7, 60, 900)
  await fc.assert(
    fc.asyncProperty(scale.chain(past), async ({ until, samples }) => {
      // A record needs earlier samples.
      const earlier = samples.map((sample, row) => (row === 0 ? sample : { ...sample, minute: sample.minute + 9_000 }))
      const notifications = await evaluateIn(record, { samples: earlier, gaps: [] }, everyDay(until + 9_000))
      const changes = notifications.filter(({ follows }) => follows !== undefined)
      for (const { facts } of changes as { facts: RecordFacts }[])
        expect(earlier.find(({ minute }) => minute === facts.at)?.ccu).toBe(facts.ccu)
      let notifiedAt = Number.NEGATIVE_INFINITY
      const posts = notifications.filter(({ follows }) => follows === undefined)
      for (const { occurredAt, facts } of posts as { occurredAt: Minute; facts: RecordFacts }[]) {
        const at = facts.at ?? Number.NaN
        const before = earlier.filter(({ minute, ccu }) => minute < at && ccu > facts.previous)
        const began = before[0]?.minute ?? at
        expect(occurredAt - began).toBeLessThanOrEqual(3 * HOUR_MINUTES)
        expect(began - (earlier[0]?.minute ?? 0)).toBeGreaterThanOrEqual(WEEK_MINUTES)
        expect(facts.previous).toBe(Math.max(...earlier.filter(({ minute }) => minute < began).map(({ ccu }) => ccu)))
        expect(facts.ccu - facts.previous).toBeGreaterThanOrEqual(Math.min(10, facts.previous * 0.02))
        expect(occurredAt - notifiedAt).toBeGreaterThanOrEqual(DAY_MINUTES)
        expect(earlier.find(({ minute }) => minute === at)?.ccu).toBe(facts.ccu)
        notifiedAt = occurredAt
      }
    }),
  )
})

test('status goes to and fro: nothing is reported twice, and what is back was away', async () => {
  await fc.assert(
    fc.asyncProperty(past(1), async ({ until, ...past }) => {
      const notifications = await evaluateIn(status, past, everyMinute(until))
      let now: StatusFacts['what'] | undefined
      for (const { facts, follows } of notifications as (NotificationDraft & { facts: StatusFacts })[]) {
        // A notification that edits a message posts no further one, but what it reports is not the same any more.
        if (follows?.as === 'edit') {
          now = facts.what
          continue
        }
        // Missing data that is detected only afterwards is notified when it has ended.
        if (facts.what !== 'data_back') expect(facts.what).not.toBe(now)
        if (facts.what === 'back' && now !== undefined) expect(['hidden', 'gone']).toContain(now)
        if (facts.what === 'no_data') expect([undefined, 'back', 'data_back']).toContain(now)
        if (facts.until !== null) expect(facts.until).toBeGreaterThan(facts.since)
        now = facts.what
      }
      expect(new Set(notifications.map(({ subject }) => subject)).size).toBe(notifications.length)
    }),
  )
})

test('how history is cut into windows changes no notification', async () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(past(1), cuts, async ({ until, ...past }, cuts) => {
      const ends = [...new Set([...cuts.filter((cut) => cut < until), until])].sort((a, b) => a - b)
      for (const kind of EVALUATORS.filter(({ name }) => ['milestone', 'record', 'status'].includes(name))) {
        const whole = await evaluateIn(kind, past, [until])
        expect(await evaluateIn(kind, past, ends)).toEqual(whole)
        expect(await evaluateIn(kind, past, everyMinute(until))).toEqual(whole)
      }
    }),
  )
})
