// A ranking by change requests the samples of a day and of two days ago, minute after minute, of every game.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MINUTES, HOUR_MINUTES, MINUTE_MS, WEEK_MINUTES } from '../../../src/domain/clock.js'
import { type ActivityEvent, createActivity } from '../../../src/domain/ports/activity.js'
import { openStore } from '../../../src/store/open-store.js'
import { DAY, record, sample } from '../contract/support.js'

const ID = 5
/** In the middle of a week, so that both days before are in it. */
const START = Math.ceil(DAY / WEEK_MINUTES) * WEEK_MINUTES
const NOW = START + 3 * DAY_MINUTES

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

test('the samples of two days are read from their week once, and then from memory for most of an hour', async () => {
  const { weekReads, playersAt } = await openCompacted()
  for (let passed = 0; passed < 50; passed++) {
    const [day, twoDays] = [NOW - DAY_MINUTES + passed, NOW - 2 * DAY_MINUTES + passed]
    const nearest = Math.ceil((passed - 5) / 10) * 10
    expect(await playersAt(twoDays)).toBe(DAY_MINUTES + nearest)
    expect(await playersAt(day)).toBe(2 * DAY_MINUTES + nearest)
  }
  expect(weekReads).toHaveLength(2)
})

test('a sample that arrives later is found in both windows of time', async () => {
  const { store, playersAt } = await openCompacted()
  for (const days of [2, 1]) await playersAt(NOW - days * DAY_MINUTES + 3)
  for (const days of [2, 1])
    await record(store, NOW - days * DAY_MINUTES + 3, { samples: [sample(ID, NOW - days * DAY_MINUTES + 3, 7 * days)] })
  for (const days of [2, 1]) expect(await playersAt(NOW - days * DAY_MINUTES + 3)).toBe(7 * days)
})
