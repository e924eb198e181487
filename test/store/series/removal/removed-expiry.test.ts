// Samples that retention removed expire only by a correct clock, and are never deleted to free space.
import { expect, it } from 'vitest'
import { DAY_MINUTES, MINUTE_MS } from '../../../../src/domain/clock.js'
import { NOW } from '../../contract/support.js'
import { type AgingStore, EVERYTHING, oldSamples, openAgingStore, readAll } from '../aging-store.js'

const DAY_MS = DAY_MINUTES * MINUTE_MS
const THREE_YEARS_MS = 3 * 365 * DAY_MS
/** How many of the seven weeks that the first maintenance thinned out can still be restored. */
const kept = (aging: AgingStore): number => aging.rows('SELECT id FROM removed_segment WHERE id <= 7').length
const allKept = (aging: AgingStore): number => aging.rows('SELECT id FROM removed_segment').length
const thinnedWeeks = (aging: AgingStore): number => aging.rows('SELECT key FROM rollup WHERE slot > 1').length

it('deletes for good after seven days of correct time, and no hour before [DATA-9]', async () => {
  const aging = await openAgingStore([5])
  await aging.store.series.maintain()
  await aging.passCorrectly(7 * 24 - 1)
  await aging.store.series.maintain()
  expect(kept(aging)).toBe(7)
  await aging.passCorrectly(1)
  await aging.store.series.maintain()
  expect(kept(aging)).toBe(0)
  expect(await aging.store.removedSamples.restore(EVERYTHING)).toMatchObject({ damaged: [] })
  expect((await readAll(aging.store, 5)).length).toBeLessThan(oldSamples(5).length / 4)
})

it('deletes nothing when the wall clock jumps three years, even where the platform says the same', async () => {
  const aging = await openAgingStore([5])
  await aging.store.series.maintain()
  await aging.passCorrectly(24)
  aging.clock.set(NOW + THREE_YEARS_MS)
  await aging.store.removedSamples.countCorrectTime()
  await aging.store.series.maintain()
  expect(kept(aging)).toBe(7)
  aging.confirmClock()
  await aging.passCorrectly(24)
  await aging.store.series.maintain()
  expect(kept(aging)).toBe(7)
  await aging.store.removedSamples.restore(EVERYTHING)
  expect(await readAll(aging.store, 5)).toEqual(oldSamples(5))
})

it('counts no time in which nobody knew whether the clock was correct', async () => {
  const aging = await openAgingStore([5])
  await aging.store.series.maintain()
  for (let hour = 0; hour < 8 * 24; hour++) {
    aging.clock.advance(60)
    await aging.store.removedSamples.countCorrectTime()
  }
  aging.confirmClock()
  await aging.store.removedSamples.countCorrectTime()
  await aging.store.series.maintain()
  expect(kept(aging)).toBe(7)
})

it('counts no time in which the service did not run', async () => {
  const aging = await openAgingStore([5])
  await aging.store.series.maintain()
  await aging.passCorrectly(6 * 24)
  aging.clock.advance(30 * DAY_MINUTES)
  await aging.reopen()
  await aging.passCorrectly(23)
  await aging.store.series.maintain()
  expect(kept(aging)).toBe(7)
  await aging.passCorrectly(1)
  await aging.store.series.maintain()
  expect(kept(aging)).toBe(0)
})

it('deletes nothing in a process that does not know whether its clock is correct', async () => {
  const aging = await openAgingStore([5])
  await aging.store.series.maintain()
  await aging.passCorrectly(8 * 24)
  await aging.reopen({ clockState: () => 'unknown' })
  await aging.store.series.maintain()
  expect(kept(aging)).toBe(7)
})

it('waits where the budget is full, says so once a day, and goes on when there is room', async () => {
  const aging = await openAgingStore([5])
  const bytes = aging.rows('SELECT length(data) FROM segment').map(Number)
  const maxRemovedBytes = Math.max(...bytes) * 3
  await aging.reopen({ maxRemovedBytes })
  for (let hour = 0; hour < 5; hour++) await aging.store.series.maintain()
  expect([allKept(aging), thinnedWeeks(aging), aging.log.warnings.length]).toEqual([3, 3, 1])
  expect(aging.log.warnings[0]).toContain('REMOVED_SAMPLES_MAX_MIB')
  const summary = await aging.store.removedSamples.summary()
  expect(summary).toMatchObject({ maxBytes: maxRemovedBytes, waitsForRoom: true })
  expect(summary.bytes).toBeLessThanOrEqual(maxRemovedBytes)
  await aging.maintainTomorrow()
  expect([allKept(aging), aging.log.warnings.length]).toEqual([3, 2])
  await aging.passCorrectly(7 * 24)
  await aging.store.series.maintain()
  expect([allKept(aging), thinnedWeeks(aging)]).toEqual([3, 6])
  await aging.reopen({ maxRemovedBytes: 2 * maxRemovedBytes })
  expect(await aging.store.removedSamples.summary()).toMatchObject({ waitsForRoom: false })
  await aging.maintainTomorrow()
  expect([allKept(aging), thinnedWeeks(aging)]).toEqual([4, 7])
})

it('removes nothing where the budget is zero, and complains about nothing', async () => {
  const aging = await openAgingStore([5])
  await aging.reopen({ maxRemovedBytes: 0 })
  await aging.maintainTomorrow()
  expect(await readAll(aging.store, 5)).toEqual(oldSamples(5))
  expect(aging.log.warnings).toEqual([])
  expect(await aging.store.removedSamples.summary()).toMatchObject({ samples: 0, waitsForRoom: false })
})

it('states how much can be restored, and for how much longer', async () => {
  const aging = await openAgingStore([5])
  const none = { samples: 0, bytes: 0, maxBytes: 1024 ** 3, expires: null, waitsForRoom: false }
  expect(await aging.store.removedSamples.summary()).toEqual(none)
  await aging.store.series.maintain()
  const removed = oldSamples(5).length - (await readAll(aging.store, 5)).length
  await aging.passCorrectly(48)
  const [bytes] = aging.rows('SELECT sum(length(data)) FROM removed_segment').map(Number)
  const expires = { firstInMs: 5 * DAY_MS, lastInMs: 5 * DAY_MS }
  expect(await aging.store.removedSamples.summary()).toMatchObject({ samples: removed, bytes, expires })
})
