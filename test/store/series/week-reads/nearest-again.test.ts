// A ranking by change requests the samples of a day and of two days ago, and a game's numbers now those of a day and a week ago.
import { expect, test } from 'vitest'
import { DAY_MINUTES, HOUR_MINUTES } from '../../../../src/domain/clock.js'
import { Database } from '../../../../src/store/sqlite/driver.js'
import { blockOf, DAY, record, sample } from '../../contract/support.js'
import { openWatchedStore } from './watched-store.js'

const ID = 5
const START = DAY
const NOW = START + 8 * DAY_MINUTES
const DAYS_BEFORE = [2, 1, 7]

/** A store with a sample every ten minutes, all of which are compacted; and what it reads of its weeks from then on. */
async function openCompacted() {
  const { store, file, watch } = await openWatchedStore(NOW)
  for (let minute = START; minute < NOW; minute += 10)
    await record(store, minute, { samples: [sample(ID, minute, minute - START)] })
  await store.series.maintain()
  const weekReads = watch()
  const playersAt = async (minute: number) => (await store.series.nearest([ID], minute, HOUR_MINUTES)).get(ID)?.ccu
  return { store, weekReads, playersAt, file }
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
  // The window that is added last ends first.
  const minutes = [1, 2, 7].map((days) => NOW - days * DAY_MINUTES + 3)
  for (const minute of minutes) {
    for (const one of minutes) expect(await playersAt(one)).toBeDefined()
    await record(store, minute, { samples: [sample(ID, minute, 10_000_000 + minute)] })
    expect(await playersAt(minute)).toBe(10_000_000 + minute)
  }
})

test('samples that an import brings or changes are found in each of them', async () => {
  const { store, playersAt } = await openCompacted()
  const minutes = DAYS_BEFORE.map((days) => NOW - days * DAY_MINUTES + 3)
  for (const minute of minutes) expect(await playersAt(minute)).toBeDefined()
  for (const minute of minutes) await store.series.importBlock(blockOf(ID, [sample(ID, minute, 77)]))
  for (const minute of minutes) expect(await playersAt(minute)).toBe(77)
})

test('a week that could not be read for a while is read again, also within the time for which samples are remembered', async () => {
  const { playersAt, file } = await openCompacted()
  const raw = new Database(file)
  const read = raw.prepare<[], { readonly key: number; readonly data: Buffer }>('SELECT key, data FROM segment').all()
  const write = raw.prepare<[Buffer, number]>('UPDATE segment SET data = ? WHERE key = ?')
  for (const { key, data } of read) write.run(Buffer.from(data.map((byte) => byte ^ 255)), key)
  for (const days of DAYS_BEFORE) expect(await playersAt(NOW - days * DAY_MINUTES)).toBeUndefined()
  for (const { key, data } of read) write.run(data, key)
  raw.close()
  for (const days of DAYS_BEFORE) expect(await playersAt(NOW - days * DAY_MINUTES)).toBe((8 - days) * DAY_MINUTES)
})
