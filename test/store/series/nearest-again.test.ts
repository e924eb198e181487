// A ranking by change requests the samples of a day and of two days ago, and a game's numbers now those of a day and a week ago.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MINUTES, HOUR_MINUTES, MINUTE_MS } from '../../../src/domain/clock.js'
import { type ActivityEvent, createActivity } from '../../../src/domain/ports/activity.js'
import { openStore } from '../../../src/store/open-store.js'
import { DAY, record, sample } from '../contract/support.js'

const ID = 5
const START = DAY
const NOW = START + 8 * DAY_MINUTES
const DAYS_BEFORE = [2, 1, 7]

/** A store with a sample every ten minutes, all of which are compacted; and what it reads of its weeks from then on. */
async function openCompacted() {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-nearest-again-'))
  const activity = createActivity()
  const clock = { now: () => NOW * MINUTE_MS, monotonic: () => NOW * MINUTE_MS }
  const store = await openStore(`file:${folder}/headcount.db`, { clock, clockState: () => 'correct', activity })
  onTestFinished(async () => {
    store.close()
    await rm(folder, { recursive: true })
  })
  for (let minute = START; minute < NOW; minute += 10)
    await record(store, minute, { samples: [sample(ID, minute, minute - START)] })
  await store.series.maintain()
  const weekReads: ActivityEvent[] = []
  activity.subscribe((event) => {
    if (event.type === 'cache read' && event.cache === 'weeks') weekReads.push(event)
  })
  const playersAt = async (minute: number) => (await store.series.nearest([ID], minute, HOUR_MINUTES)).get(ID)?.ccu
  return { store, weekReads, playersAt }
}

test('the samples of a day, two days and a week ago are read once, and then remembered for most of an hour', async () => {
  const { weekReads, playersAt } = await openCompacted()
  let firstReads = 0
  for (let passed = 0; passed < 50; passed++) {
    for (const days of DAYS_BEFORE) {
      const nearest = Math.ceil((passed - 5) / 10) * 10
      expect(await playersAt(NOW - days * DAY_MINUTES + passed)).toBe((8 - days) * DAY_MINUTES + nearest)
    }
    firstReads ||= weekReads.length
  }
  expect(firstReads).toBeGreaterThanOrEqual(DAYS_BEFORE.length)
  expect(weekReads).toHaveLength(firstReads)
})

test('a sample that arrives later is found in each of them', async () => {
  const { store, playersAt } = await openCompacted()
  const minutes = DAYS_BEFORE.map((days) => NOW - days * DAY_MINUTES + 3)
  for (const minute of minutes) expect(await playersAt(minute)).toBeDefined()
  for (const [index, minute] of minutes.entries())
    await record(store, minute, { samples: [sample(ID, minute, 10_000_000 + index)] })
  for (const [index, minute] of minutes.entries()) expect(await playersAt(minute)).toBe(10_000_000 + index)
})
