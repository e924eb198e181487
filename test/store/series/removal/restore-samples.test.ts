// Samples that retention removed can be restored completely, once, and then stay for a while.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { DAY_MINUTES, HOUR_MINUTES, WEEK_MINUTES } from '../../../../src/domain/clock.js'
import { rejectionOf } from '../../../support/rejections.js'
import { blockOf, gap, record, sample } from '../../contract/support.js'
import { type AgingStore, EVERYTHING, oldSamples, openAgingStore, readAll, weekBefore } from '../aging-store.js'

const WEEK_SAMPLES = WEEK_MINUTES / 5
const SERIES = ['segment', 'rollup', 'gap'].map((table) => `SELECT * FROM ${table} ORDER BY 1, 2`)
const seriesOf = (aging: AgingStore): string[] => SERIES.flatMap((sql) => aging.rows(sql))
const thinnedWeeks = (aging: AgingStore): number => aging.rows('SELECT key FROM rollup WHERE slot > 1').length

it('brings every week back byte for byte, with its sums, and does nothing the second time', async () => {
  const aging = await openAgingStore()
  const before = seriesOf(aging)
  await aging.store.series.maintain()
  expect(thinnedWeeks(aging)).toBe(14)
  const removed = oldSamples(5).length - (await readAll(aging.store, 5)).length
  expect(removed).toBeGreaterThan(0.9 * 7 * WEEK_SAMPLES)
  const result = await aging.store.removedSamples.restore(EVERYTHING)
  expect(result).toEqual({ samples: 2 * removed, weeks: 14, universes: 2, damaged: [] })
  expect(seriesOf(aging)).toEqual(before)
  expect(await readAll(aging.store, 5)).toEqual(oldSamples(5))
  expect(aging.rows('SELECT id FROM removed_segment')).toEqual([])
  const again = await aging.store.removedSamples.restore(EVERYTHING)
  expect(again).toEqual({ samples: 0, weeks: 0, universes: 0, damaged: [] })
})

it('counts alone in a dry run', async () => {
  const aging = await openAgingStore([5])
  await aging.store.series.maintain()
  const before = [...seriesOf(aging), ...aging.rows('SELECT * FROM removed_segment')]
  const dry = await aging.store.removedSamples.restore({ ...EVERYTHING, isDryRun: true })
  expect([...seriesOf(aging), ...aging.rows('SELECT * FROM removed_segment')]).toEqual(before)
  expect(await aging.store.removedSamples.restore(EVERYTHING)).toEqual(dry)
  expect(dry.weeks).toBe(7)
})

it('restores the weeks of one universe that have a minute of the range, and leaves all others', async () => {
  const aging = await openAgingStore()
  await aging.store.series.maintain()
  const [from, until] = [weekBefore(5) + WEEK_MINUTES - 1, weekBefore(4) + 1]
  const { weeks, universes } = await aging.store.removedSamples.restore({ ...EVERYTHING, universeId: 6, from, until })
  expect([weeks, universes]).toEqual([2, 1])
  expect(thinnedWeeks(aging)).toBe(12)
  const whole = (await readAll(aging.store, 6)).filter(
    ({ minute }) => minute >= weekBefore(5) && minute < weekBefore(3),
  )
  expect(whole).toHaveLength(2 * WEEK_SAMPLES)
})

it('adds up the next day again, whose beginning the last imported sample of a restored week covers', async () => {
  const aging = await openAgingStore([])
  const [begin, end] = [weekBefore(2), weekBefore(1)]
  const importRows = (from: number, until: number, ccu: number) => {
    const minutes = Array.from({ length: (until - from) / 30 }, (_, row) => from + row * 30)
    const block = blockOf(
      5,
      minutes.map((minute) => sample(5, minute, ccu)),
    )
    return aging.store.series.importBlock(block, new Int32Array(minutes.length).fill(30))
  }
  const covered = async () => {
    const day = end / DAY_MINUTES
    const view = { interval: 1, until: Number.POSITIVE_INFINITY }
    return (await aging.store.series.rollups(5, { start: day, end: day }, view))[0]?.coveredMinutes
  }
  await importRows(begin + 10, end + 10 + WEEK_MINUTES, 8)
  expect(await covered()).toBe(DAY_MINUTES)
  await aging.store.series.maintain()
  expect(thinnedWeeks(aging)).toBe(1)
  await importRows(end + 10, end + 70, 9)
  expect(await covered()).toBe(DAY_MINUTES - 10)
  await aging.store.removedSamples.restore(EVERYTHING)
  expect(await covered()).toBe(DAY_MINUTES)
})

it('lets imports into a restored week again', async () => {
  const aging = await openAgingStore([5])
  await aging.store.series.maintain()
  const correction = blockOf(5, [sample(5, weekBefore(6) + 2, 9)])
  expect((await rejectionOf(aging.store.series.importBlock(correction))).text).toContain('thinned out')
  await aging.store.removedSamples.restore(EVERYTHING)
  expect(await aging.store.series.importBlock(correction)).toEqual({ imported: 1, corrected: 0, unchanged: 0 })
})

it('brings a week that was thinned out twice back to all of its samples', async () => {
  const aging = await openAgingStore([5])
  await aging.store.series.maintain()
  aging.clock.advance(28 * DAY_MINUTES)
  aging.confirmClock()
  await aging.store.series.maintain()
  expect(aging.rows(`SELECT slot FROM removed_segment WHERE week = ${weekBefore(3) / WEEK_MINUTES}`)).toEqual([
    '1',
    '60',
  ])
  await aging.store.removedSamples.restore(EVERYTHING)
  expect(await readAll(aging.store, 5)).toEqual(oldSamples(5))
})

it('brings a week back as far as what was removed of it has not expired', async () => {
  const aging = await openAgingStore([5])
  await aging.store.series.maintain()
  const byTheHour = (await readAll(aging.store, 5)).filter(({ minute }) => minute >= weekBefore(3))
  await aging.passCorrectly(21 * 24 + 1)
  await aging.store.series.maintain()
  await aging.maintainTomorrow()
  const kept = (await readAll(aging.store, 5)).filter(({ minute }) => minute >= weekBefore(3) && minute < weekBefore(2))
  expect(kept).toHaveLength(7)
  const rollups = aging.rows('SELECT key, data FROM rollup')
  await aging.store.removedSamples.restore(EVERYTHING)
  const restored = (await readAll(aging.store, 5)).filter(
    ({ minute }) => minute >= weekBefore(3) && minute < weekBefore(2),
  )
  expect(restored).toEqual(byTheHour.filter(({ minute }) => minute < weekBefore(2)))
  expect(restored).toHaveLength(168)
  // The rollups are still those of all samples.
  expect(aging.rows('SELECT key, data FROM rollup')).toEqual(rollups)
  expect(await aging.store.series.isThinnedOut(5, weekBefore(3))).toBe(true)
})

it('keeps what a tick whose clock is weeks behind writes into a thinned-out week, and brings it back', async () => {
  const aging = await openAgingStore([5])
  await aging.store.series.maintain()
  const late = sample(5, weekBefore(4) + 3, 77)
  await record(aging.store, late.minute, { samples: [late] })
  await aging.store.series.maintain()
  expect(aging.rows('SELECT minute FROM tick_samples')).toEqual([])
  expect(await readAll(aging.store, 5)).not.toContainEqual(late)
  await aging.store.removedSamples.restore(EVERYTHING)
  const expected = [...oldSamples(5), late].sort((a, b) => a.minute - b.minute)
  expect(await readAll(aging.store, 5)).toEqual(expected)
})

it('ends gaps that were noted meanwhile where samples stand again', async () => {
  const aging = await openAgingStore([5])
  await aging.store.series.maintain()
  const from = weekBefore(4)
  const noted = gap(5, from + 1, from + 20)
  await record(aging.store, from + 20, { gaps: [noted] })
  expect(await aging.store.series.gaps(5, from, from + 60)).toEqual([noted])
  await aging.store.removedSamples.restore(EVERYTHING)
  const left = [1, 6, 11, 16].map((minute) => gap(5, from + minute, from + minute + 4))
  expect(await aging.store.series.gaps(5, from, from + 60)).toEqual(left)
})

it('leaves restored weeks alone for seven days of correct time, and removes them again after', async () => {
  const aging = await openAgingStore([5])
  await aging.store.series.maintain()
  await aging.store.removedSamples.restore(EVERYTHING)
  await aging.maintainTomorrow()
  await aging.passCorrectly(7 * 24 - 1)
  await aging.store.series.maintain()
  expect((await readAll(aging.store, 5)).slice(0, WEEK_SAMPLES)).toEqual(oldSamples(5).slice(0, WEEK_SAMPLES))
  await aging.passCorrectly(2)
  await aging.maintainTomorrow()
  expect(thinnedWeeks(aging)).toBe(7)
  await aging.store.removedSamples.restore(EVERYTHING)
  expect(await readAll(aging.store, 5)).toEqual(oldSamples(5))
})

it('leaves alone what is restored while other weeks are thinned out', async () => {
  const aging = await openAgingStore([5])
  await aging.store.series.maintain()
  aging.clock.advance(28 * DAY_MINUTES)
  aging.confirmClock()
  const done = aging.store.series.maintain()
  const thinnedAgain = (): number => aging.rows('SELECT id FROM removed_segment WHERE slot > 1').length
  while (thinnedAgain() === 0) await yieldToEventLoop()
  expect(thinnedAgain()).toBe(1)
  await aging.store.removedSamples.restore({ ...EVERYTHING, from: weekBefore(2) })
  await done
  expect(thinnedAgain()).toBe(2)
  const inWeek = ({ minute }: { minute: number }) => minute >= weekBefore(2) && minute < weekBefore(1)
  expect((await readAll(aging.store, 5)).filter(inWeek)).toEqual(oldSamples(5).filter(inWeek))
})

it('shows what came back to whoever remembers the week as it was', async () => {
  const aging = await openAgingStore([5])
  const minute = weekBefore(5) + 2 * HOUR_MINUTES + 35
  const range = { start: weekBefore(5) / DAY_MINUTES, end: weekBefore(5) / DAY_MINUTES + 6 }
  const ask = async () => ({
    near: (await aging.store.series.nearest([5], minute, 4)).get(5)?.minute,
    closing: await aging.store.series.closingBefore(5, minute, 1),
    rollups: await aging.store.series.rollups(5, range, { interval: 1, until: minute }),
    samples: await readAll(aging.store, 5),
  })
  const before = await ask()
  expect(before.near).toBe(minute)
  await aging.store.series.maintain()
  expect((await ask()).near).toBeUndefined()
  await aging.store.removedSamples.restore(EVERYTHING)
  expect(await ask()).toEqual(before)
})
