import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Minute } from '../../../src/domain/clock.js'
import { alert } from '../../../src/domain/notifications/evaluators/alert.js'
import type { AlertFacts } from '../../../src/domain/notifications/facts.js'
import type { NotificationDraft } from '../../../src/domain/notifications/notification.js'
import type { QuietHours, Rule } from '../../../src/domain/notifications/settings.js'
import type { Sample } from '../../../src/domain/sample.js'
import { sample } from '../../store/contract/support.js'
import { type EvaluatorSetup, evaluateIn, UNIVERSE } from '../pure.js'

/** Evenings before the nights in which summer time begins and ends in Berlin. */
const SPRING: Minute = Date.UTC(2026, 2, 28, 20) / 60_000
const AUTUMN: Minute = Date.UTC(2026, 9, 24, 20) / 60_000
const THRESHOLD = 100
/** Five percent below the threshold, which the players must reach for the recovery. */
const BACK = 95

const quiet: fc.Arbitrary<QuietHours | null> = fc.option(
  fc.record({
    from: fc.integer({ min: 0, max: 1439 }),
    until: fc.integer({ min: 0, max: 1439 }),
    timeZone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'UTC', 'Australia/Lord_Howe'),
  }),
)
const ruleOf = (readings: number, cooldownMinutes: number, quietHours: QuietHours | null): Rule => ({
  ...{ id: 7, gameId: 1, metric: 'ccu', condition: { is: 'above', value: THRESHOLD } },
  ...{ readings, cooldownMinutes, quietHours, roleId: null, createdAt: 0 },
})
const rule = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom(0, 0, 15, 60, 240), quiet)
  .map(([readings, cooldown, hours]) => ruleOf(readings, cooldown, hours))

/** Readings around the threshold and its margin, with times without samples between them. */
const part = fc.tuple(
  fc.constantFrom(60, 90, 96, 99, 100, 101, 104, 140),
  fc.integer({ min: 1, max: 40 }),
  fc.constantFrom(0, 0, 0, 2, 3, 10, 200),
)
const samples = fc.tuple(fc.constantFrom(SPRING, AUTUMN), fc.array(part, { maxLength: 25 })).map(([start, parts]) => {
  const list: Sample[] = []
  let minute = start
  for (const [ccu, length, silence] of parts) {
    for (let reading = 0; reading < length; reading++) list.push(sample(UNIVERSE, minute++, ccu))
    minute += silence
  }
  return list
})

const evaluate = (rule: Rule, list: readonly Sample[], cuts: readonly number[] = []): Promise<NotificationDraft[]> => {
  const end = (list.at(-1)?.minute ?? 0) + 1
  const past: EvaluatorSetup = { samples: list, gaps: [], context: { rules: [rule] } }
  const ends = [...new Set(cuts.map((cut) => end - cut))].filter((cut) => cut > 0 && cut < end)
  return evaluateIn(alert, past, [...ends.sort((a, b) => a - b), end])
}
const cuts = fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 12 })

/** Minutes since midnight on the wall clock of a zone, computed by Intl only. */
const wallMinute = (minute: Minute, timeZone: string): number => {
  const text = new Date(minute * 60_000).toLocaleTimeString('en-GB', { timeZone })
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))
}
const runs = { numRuns: Number(process.env.NOTIFICATION_RUNS ?? 50) }

test('alert and recovery come by turns, however history is cut, and only where there is a reading on that side', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(rule, samples, cuts, async (rule, list, cuts) => {
      const notifications = await evaluate(rule, list, cuts)
      expect(notifications).toEqual(await evaluate(rule, list))
      const value = new Map(list.map(({ minute, ccu }) => [minute, ccu]))
      notifications.forEach(({ kind, occurredAt, facts }, index) => {
        expect(kind).toBe(index % 2 === 0 ? 'alert' : 'recovery')
        const players = value.get(occurredAt) ?? Number.NaN
        expect((facts as AlertFacts).value).toBe(players)
        expect(kind === 'alert' ? players > THRESHOLD : players <= BACK).toBe(true)
      })
      expect(new Set(notifications.map(({ kind, subject }) => `${kind} ${subject}`)).size).toBe(notifications.length)
    }),
    runs,
  )
})

/** Whether the reading follows the one before within three times the usual distance: a minute, or that between the two before. */
function isNext(list: readonly Sample[], reading: Sample): boolean {
  const at = list.indexOf(reading)
  const [last, earlier] = [list[at - 1]?.minute ?? 0, list[at - 2]?.minute ?? 0]
  const usual = last - earlier <= 60 ? last - earlier : 1
  return reading.minute - last <= 3 * usual
}

test('behind every alert and every recovery lie as many readings in a row, with no silence among them', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(rule, samples, async (rule, list) => {
      for (const { kind, occurredAt, facts } of await evaluate(rule, list)) {
        const isOnSide = ({ ccu }: Sample) => (kind === 'alert' ? ccu > THRESHOLD : ccu <= BACK)
        const earlier = list.filter(({ minute }) => minute <= occurredAt)
        const rows = earlier.map((_, end) => earlier.slice(end + 1 - rule.readings, end + 1))
        const held = rows.filter(
          (row) =>
            row.length === rule.readings &&
            row.every(isOnSide) &&
            row.every((reading, index) => index === 0 || isNext(list, reading)),
        )
        const begins = held.map(([first]) => first?.minute)
        if (kind === 'alert') expect(begins).toContain((facts as AlertFacts).since)
        else expect(begins.some((begin) => begin !== undefined && begin > (facts as AlertFacts).since)).toBe(true)
      }
    }),
    runs,
  )
})

test('two alerts are never closer than the cooldown, and nothing is reported in quiet hours', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(rule, samples, async (rule, list) => {
      const notifications = await evaluate(rule, list)
      const alerts = notifications.filter(({ kind }) => kind === 'alert').map(({ occurredAt }) => occurredAt)
      alerts.forEach((at, index) => {
        if (index > 0) expect(at - (alerts[index - 1] ?? 0)).toBeGreaterThanOrEqual(rule.cooldownMinutes)
      })
      if (rule.quietHours === null) return
      const { from, until, timeZone } = rule.quietHours
      for (const { occurredAt } of notifications) {
        const wall = wallMinute(occurredAt, timeZone)
        const isQuiet = from < until ? wall >= from && wall < until : from !== until && (wall >= from || wall < until)
        // An hour that the clocks show twice may end at either showing; quiet-hours.test.ts covers that night.
        const isTwice = wallMinute(occurredAt + 60, timeZone) === wall || wallMinute(occurredAt - 60, timeZone) === wall
        if (!isTwice) expect(isQuiet).toBe(false)
      }
    }),
    runs,
  )
})

test('without cooldown and quiet hours the alert comes at the reading that makes it enough', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 80 }),
      async (readings, beyond) => {
        const list = beyond.map((isBeyond, index) => sample(UNIVERSE, SPRING + index, isBeyond ? 150 : 50))
        const notifications = await evaluate(ruleOf(readings, 0, null), list)
        const expected: string[] = []
        let [isTrue, row] = [false, 0]
        beyond.forEach((isBeyond, index) => {
          row = isBeyond === isTrue ? 0 : row + 1
          if (row < readings) return
          isTrue = isBeyond
          row = 0
          expected.push(`${isBeyond ? 'alert' : 'recovery'} ${index}`)
        })
        expect(notifications.map(({ kind, occurredAt }) => `${kind} ${occurredAt - SPRING}`)).toEqual(expected)
      },
    ),
    runs,
  )
})
