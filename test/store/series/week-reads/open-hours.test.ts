// What was sampled since the last compaction is read from memory alone: evaluation asks for it at every tick.
import { expect, test } from 'vitest'
import { HOUR_MINUTES } from '../../../../src/domain/clock.js'
import { DAY, readSamples, record, sample } from '../../contract/support.js'
import { openWatchedStore } from './watched-store.js'

const ID = 5
/** Of the hour that is not compacted yet. */
const OPEN_HOUR = DAY + HOUR_MINUTES
const END = OPEN_HOUR + 20

const samplesBetween = (from: number, until: number) =>
  Array.from({ length: until - from }, (_, index) => sample(ID, from + index, index))

/** Returns the store, and what it reads of its weeks from then on. */
async function openCompacted() {
  const { store, watch } = await openWatchedStore(END)
  for (const one of [...samplesBetween(DAY, OPEN_HOUR), ...samplesBetween(OPEN_HOUR, END)])
    await record(store, one.minute, { samples: [one] })
  await store.series.maintain()
  return { store, weekReads: watch() }
}

test('samples of the open hour are read without the rest of their week', async () => {
  const { store, weekReads } = await openCompacted()
  expect(await readSamples(store, ID, OPEN_HOUR, END)).toEqual(samplesBetween(OPEN_HOUR, END))
  expect(await store.series.coverage(ID, { from: OPEN_HOUR, until: END }, 1)).toBeDefined()
  expect(weekReads).toEqual([])
})

test('samples of the open hour and before it are read together, in any span', async () => {
  const { store, weekReads } = await openCompacted()
  const all = [...samplesBetween(DAY, OPEN_HOUR), ...samplesBetween(OPEN_HOUR, END)]
  for (const [from, until] of [
    [OPEN_HOUR - 1, END],
    [OPEN_HOUR - 1, OPEN_HOUR],
    [DAY, END],
    [OPEN_HOUR - 30, OPEN_HOUR + 3],
  ] as const)
    expect(await readSamples(store, ID, from, until)).toEqual(
      all.filter(({ minute }) => minute >= from && minute < until),
    )
  expect(weekReads.length).toBeGreaterThan(0)
})
