// What was sampled since the last compaction is read from memory alone: evaluation asks for it at every tick.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { HOUR_MINUTES, MINUTE_MS } from '../../../src/domain/clock.js'
import { type ActivityEvent, createActivity } from '../../../src/domain/ports/activity.js'
import { openStore } from '../../../src/store/open-store.js'
import { DAY, readSamples, record, sample } from '../contract/support.js'

const ID = 5
/** Of the hour that is not compacted yet. */
const OPEN_HOUR = DAY + HOUR_MINUTES
const END = OPEN_HOUR + 20

const samplesBetween = (from: number, until: number) =>
  Array.from({ length: until - from }, (_, index) => sample(ID, from + index, index))

/** Returns the store, and what it reads of its weeks from then on. */
async function openCompacted() {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-open-hours-'))
  const activity = createActivity()
  const clock = { now: () => END * MINUTE_MS, monotonic: () => END * MINUTE_MS }
  const store = await openStore(`file:${folder}/headcount.db`, { clock, clockState: () => 'correct', activity })
  onTestFinished(async () => {
    store.close()
    await rm(folder, { recursive: true })
  })
  for (const one of [...samplesBetween(DAY, OPEN_HOUR), ...samplesBetween(OPEN_HOUR, END)])
    await record(store, one.minute, { samples: [one] })
  await store.series.maintain()
  const weekReads: ActivityEvent[] = []
  activity.subscribe((event) => {
    if (event.type === 'cache read' && event.cache === 'weeks') weekReads.push(event)
  })
  return { store, weekReads }
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
