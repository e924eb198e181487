// The first samples of the last hours are stored beside the segments. What is stored while the clock is weeks behind ends before hours
// that are there, and is still stored once the clock is right again.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MINUTES, HOUR_MINUTES, MINUTE_MS } from '../../../src/domain/clock.js'
import { openStore } from '../../../src/store/open-store.js'
import { blockOf, DAY, record, sample } from '../contract/support.js'

const ID = 5

test('hours are found after a clock that was weeks behind is right again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-wrong-clock-'))
  let minute = DAY - DAY_MINUTES
  const clock = { now: () => minute * MINUTE_MS, monotonic: () => minute * MINUTE_MS }
  const store = await openStore(`file:${join(folder, 'headcount.db')}`, { clock, clockState: () => 'correct' })
  onTestFinished(async () => {
    store.close()
    await rm(folder, { recursive: true })
  })
  const hours = Array.from({ length: 100 }, (_, hour) => sample(ID, DAY + hour * HOUR_MINUTES, hour))
  await store.series.importBlock(blockOf(ID, hours))
  await store.series.maintain()
  minute = DAY - 10 * DAY_MINUTES
  for (const end = minute + 2 * HOUR_MINUTES; minute < end; minute++)
    await record(store, minute, { samples: [sample(ID, minute, 7)] })
  minute += HOUR_MINUTES
  await store.series.maintain()
  minute = DAY + 3 * DAY_MINUTES
  const found = await store.series.nearestHour([ID], minute - DAY_MINUTES, HOUR_MINUTES)
  expect(found.get(ID)?.ccu).toBe(48)
})
