import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MINUTES, type Minute, WEEK_MINUTES } from '../../../src/domain/clock.js'
import { digest, digestIn } from '../../../src/domain/notifications/evaluators/digest.js'
import type { DigestFacts } from '../../../src/domain/notifications/facts.js'
import type { DigestPlan, NotificationRoute } from '../../../src/domain/notifications/settings.js'
import type { Span } from '../../../src/domain/rules/span.js'
import type { Sample } from '../../../src/domain/sample.js'
import { sample } from '../../store/contract/support.js'
import { evaluateIn, UNIVERSE } from '../pure.js'

const minuteOf = (text: string): Minute => Date.parse(text) / 60_000
const iso = (minute: Minute): string => new Date(minute * 60_000).toISOString().slice(0, 16)
const berlin: DigestPlan = { every: 'day', weekday: 1, at: 9 * 60, timeZone: 'Europe/Berlin' }
const routeOf = (plan: DigestPlan): NotificationRoute => ({
  gameId: 1,
  kind: 'digest',
  channelId: null,
  enabled: true,
  digest: plan,
})

/** Samples at half hours, so that years are computed fast; none within `silences`. */
function past(from: Minute, until: Minute, silences: readonly (readonly [Minute, Minute])[] = []): Sample[] {
  const list: Sample[] = []
  for (let minute = from; minute < until; minute += 30)
    if (!silences.some(([begin, end]) => minute >= begin && minute < end))
      list.push({ ...sample(UNIVERSE, minute, 100 + (minute % DAY_MINUTES)), visits: minute, likes: 90, dislikes: 10 })
  return list
}

async function digestsOf(plan: DigestPlan, samples: readonly Sample[], ends?: readonly Minute[]) {
  const [first, last] = [samples[0]?.minute ?? 0, samples.at(-1)?.minute ?? 0]
  const context = { route: routeOf(plan), interval: 30 }
  // The evaluation begins at the first sample, because nothing before it is notified.
  const notifications = await evaluateIn(digest, { samples, gaps: [], context }, [first, ...(ends ?? []), last + 1])
  return notifications.map(({ occurredAt, facts }) => ({ occurredAt, facts: facts as DigestFacts }))
}

test('a daily digest comes at its local time, in the nights of the clock change too', async () => {
  const spring = await digestsOf(berlin, past(minuteOf('2026-03-27T00:00Z'), minuteOf('2026-03-31T00:00Z')))
  expect(spring.map(({ occurredAt }) => iso(occurredAt))).toEqual([
    ...['2026-03-27T08:00', '2026-03-28T08:00', '2026-03-29T07:00', '2026-03-30T07:00'],
  ])
  expect(spring.map(({ facts }) => facts.until - facts.from)).toEqual([1440, 1440, 1380, 1440])
  const autumn = await digestsOf(berlin, past(minuteOf('2026-10-23T12:00Z'), minuteOf('2026-10-27T00:00Z')))
  expect(autumn.map(({ facts }) => facts.until - facts.from)).toEqual([1440, 1500, 1440])
})

test('a time that the clocks skip is the first one after it', async () => {
  const plan = { ...berlin, at: 2 * 60 + 30 }
  const digests = await digestsOf(plan, past(minuteOf('2026-03-28T12:00Z'), minuteOf('2026-03-30T12:00Z')))
  expect(digests.map(({ facts }) => iso(facts.until))).toEqual(['2026-03-29T01:00', '2026-03-30T00:30'])
})

test('a weekly digest comes on its weekday', async () => {
  const plan: DigestPlan = { every: 'week', weekday: 5, at: 0, timeZone: 'America/New_York' }
  const digests = await digestsOf(plan, past(minuteOf('2026-06-01T00:00Z'), minuteOf('2026-06-20T00:00Z')))
  expect(digests.map(({ facts }) => iso(facts.until))).toEqual([
    '2026-06-05T04:00',
    '2026-06-12T04:00',
    '2026-06-19T04:00',
  ])
  expect(digests.at(-1)?.facts).toMatchObject({
    ...{ period: 'weekly', isMerged: false, visits: { before: WEEK_MINUTES, after: WEEK_MINUTES } },
    ...{ likeRatio: { before: 0.9, after: 0.9 }, coverage: { before: 1, after: 1 } },
    // The highest player counts are those before midnight UTC.
    ...{ bestHour: 19, peak: { ccu: 100 + 1_410, at: minuteOf('2026-06-12T23:30Z') } },
  })
})

const silence = fc.tuple(fc.integer({ min: 0, max: 40 * 48 }), fc.integer({ min: 1, max: 300 }))
const plan: fc.Arbitrary<DigestPlan> = fc.record({
  every: fc.constantFrom('day', 'week'),
  weekday: fc.integer({ min: 1, max: 7 }),
  at: fc.integer({ min: 0, max: 1439 }),
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'),
})

test('whatever the silences: each period is reported once, in order, and after a silence all at once', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      plan,
      fc.array(silence, { maxLength: 4 }),
      fc.array(fc.nat(40 * 48), { maxLength: 8 }),
      async (plan, silences, cuts) => {
        const start = minuteOf('2026-03-10T00:00Z')
        const samples = past(
          start,
          start + 40 * DAY_MINUTES,
          silences.map(([from, length]) => [start + from * 30, start + (from + length) * 30] as const),
        )
        const [first, last] = [samples[0]?.minute ?? 0, samples.at(-1)?.minute ?? 0]
        const ends = [...new Set(cuts.map((cut) => start + cut * 30))].filter((end) => end > first && end < last)
        const digests = await digestsOf(
          plan,
          samples,
          ends.sort((a, b) => a - b),
        )
        expect(digests).toEqual(await digestsOf(plan, samples))
        const measured = new Set(samples.map(({ minute }) => minute))
        digests.forEach(({ occurredAt, facts }, index) => {
          const before = digests[index - 1]
          if (before) expect(facts.from).toBe(before.facts.until)
          expect(facts.until).toBeLessThanOrEqual(occurredAt)
          // The digest came with the first sample after it was due.
          const earlier = samples.findLast(({ minute }) => minute < occurredAt)?.minute ?? Number.NEGATIVE_INFINITY
          expect(measured.has(occurredAt)).toBe(true)
          if (index > 0) expect(earlier).toBeLessThan(facts.until)
        })
        const longest = plan.every === 'day' ? DAY_MINUTES : WEEK_MINUTES
        expect(last - (digests.at(-1)?.facts.until ?? first)).toBeLessThanOrEqual(longest + 120)
      },
    ),
    { numRuns: Math.ceil(Number(process.env.NOTIFICATION_RUNS ?? 80) / 10) },
  )
})

test('a digest says how the players did against the usual of the same hours, without what was marked as expected [INSIGHTS-7]', async () => {
  const [start, until] = [minuteOf('2026-06-01T00:00Z'), minuteOf('2026-06-22T00:00Z')]
  const plan: DigestPlan = { every: 'day', weekday: 1, at: 0, timeZone: 'UTC' }
  const party = { from: until - 2 * DAY_MINUTES, until: until - DAY_MINUTES }
  const samples = past(start, until).map((one) => {
    if (one.minute >= party.until) return { ...one, ccu: Math.round(one.ccu * 1.3) }
    return one.minute >= party.from ? { ...one, ccu: one.ccu * 4 } : one
  })
  const last = { ...sample(UNIVERSE, until, 500), visits: until }
  const usualOf = async (excluded: readonly Span[]) => {
    const context = { route: routeOf(plan), interval: 30, excluded }
    const found = await evaluateIn(digest, { samples: [...samples, last], gaps: [], context }, [start + 30, until + 1])
    const facts = found.at(-1)?.facts
    return facts?.kind === 'digest' ? facts.usual : undefined
  }
  const usual = await usualOf([party])
  expect(usual?.change).toBeCloseTo(0.3, 1)
  expect(usual?.expected).toBeCloseTo(100 + (DAY_MINUTES - 30) / 2, -2)
  // The day before was four times as crowded, and the level follows it.
  expect((await usualOf([]))?.change).toBeLessThan(-0.3)
  const [first] = await digestsOf(plan, samples)
  expect(first?.facts.usual).toBeNull()
})

const JUNE = minuteOf('2026-06-17T12:00Z')
const mondayAtNine: DigestPlan = { every: 'week', weekday: 1, at: 540, timeZone: 'UTC' }

test('a digest comes at the same moment in another zone, as of the next time [WEB-53]', () => {
  expect(digestIn(mondayAtNine, 'Europe/Berlin', JUNE)).toEqual({
    ...mondayAtNine,
    at: 660,
    timeZone: 'Europe/Berlin',
  })
  expect(digestIn(mondayAtNine, 'Europe/Berlin', minuteOf('2026-01-15T12:00Z')).at).toBe(600)
  // The clocks change before the next one.
  expect(digestIn(mondayAtNine, 'Europe/Berlin', minuteOf('2026-03-28T12:00Z')).at).toBe(660)
  expect(digestIn(mondayAtNine, 'Asia/Kathmandu', JUNE).at).toBe(885)
  expect(digestIn(mondayAtNine, 'UTC', JUNE)).toEqual(mondayAtNine)
})

test('a digest may come on another weekday in another zone', () => {
  const late = { ...mondayAtNine, at: 23 * 60 }
  expect(digestIn(late, 'Europe/Berlin', JUNE)).toMatchObject({ weekday: 2, at: 60 })
  expect(digestIn({ ...mondayAtNine, at: 0 }, 'America/New_York', JUNE)).toMatchObject({ weekday: 7, at: 1_200 })
})
