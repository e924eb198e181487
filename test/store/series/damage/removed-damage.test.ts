// Damage in samples that retention removed is found and reported, and no other week is lost.
import { expect, it } from 'vitest'
import { DAY_MINUTES, WEEK_MINUTES } from '../../../../src/domain/clock.js'
import { Database } from '../../../../src/store/sqlite/driver.js'
import { record, sample } from '../../contract/support.js'
import { EVERYTHING, oldSamples, openAgingStore, readAll, weekBefore } from '../aging-store.js'

/** Flips one bit of the stored bytes. */
function flip(file: string, table: string, where: string, bit: number): void {
  const raw = new Database(file)
  const row = raw
    .prepare<[], { at: number; data: Buffer }>(`SELECT rowid AS at, data FROM ${table} WHERE ${where}`)
    .get()
  const { at: rowid, data } = row ?? expect.fail('no such row')
  const place = bit % (data.length * 8)
  data[place >> 3] = (data[place >> 3] ?? 0) ^ (1 << (place & 7))
  raw.prepare(`UPDATE ${table} SET data = ? WHERE rowid = ?`).run(data, rowid)
  raw.close()
}

const week = weekBefore(5) / WEEK_MINUTES
const lost = { what: 'removed samples', universeId: 5, from: weekBefore(5), until: weekBefore(4) }

it.each([3, 999, 23_456])('is reported by its week, and the other weeks come back (bit %d)', async (bit) => {
  const aging = await openAgingStore([5])
  await aging.store.series.maintain()
  expect(await aging.store.series.findDamage()).toEqual([])
  flip(aging.file, 'removed_segment', `week = ${week}`, bit)
  const damaged = [{ ...lost, samples: WEEK_MINUTES / 5 - 7 }]
  expect(await aging.store.series.findDamage()).toEqual(damaged)
  expect(await aging.store.removedSamples.restore(EVERYTHING)).toMatchObject({ weeks: 6, damaged })
  const expected = oldSamples(5).filter(
    ({ minute }) => minute < lost.from || minute >= lost.until || minute % DAY_MINUTES === 0,
  )
  expect(await readAll(aging.store, 5)).toEqual(expected)
  // The damaged week is kept for manual repair, and reported again.
  expect(await aging.store.removedSamples.restore(EVERYTHING)).toMatchObject({ weeks: 0, damaged })
})

it('is reported where the bytes are those of another week', async () => {
  const aging = await openAgingStore([5])
  await aging.store.series.maintain()
  aging.run(
    `UPDATE removed_segment SET data = (SELECT data FROM removed_segment WHERE week = ${week + 1}) WHERE week = ${week}`,
  )
  expect(await aging.store.removedSamples.restore(EVERYTHING)).toMatchObject({ weeks: 6, damaged: [lost] })
})

it('of a thinned-out week is not hidden by the few late samples that could come back', async () => {
  const aging = await openAgingStore([5])
  await aging.store.series.maintain()
  const late = sample(5, weekBefore(5) + 3)
  await record(aging.store, late.minute, { samples: [late] })
  await aging.store.series.maintain()
  aging.run(`DELETE FROM removed_segment WHERE week = ${week} AND slot = 1`)
  flip(aging.file, 'segment', `key % 1000000 = ${500_000 + week}`, 99)
  const found = [{ ...lost, what: 'samples', samples: 7 }]
  expect(await aging.store.series.findDamage()).toEqual(found)
  await aging.store.removedSamples.restore(EVERYTHING)
  expect(await aging.store.series.findDamage()).toEqual(found)
})

it('does not keep a week whose samples are damaged now from coming back', async () => {
  const aging = await openAgingStore([5])
  await aging.store.series.maintain()
  flip(aging.file, 'segment', `key % 1000000 = ${500_000 + week}`, 99)
  expect(await aging.store.removedSamples.restore(EVERYTHING)).toMatchObject({ weeks: 7, damaged: [] })
  expect(await readAll(aging.store, 5)).toEqual(oldSamples(5))
  expect(await aging.store.series.findDamage()).toEqual([])
})
