// The first samples of the last hours are stored beside the segments. What is stored while the clock is weeks behind ends before hours
// that are there, and is still stored once the clock is right again.
import { expect, test } from 'vitest'
import { DAY_MINUTES, HOUR_MINUTES } from '../../../src/domain/clock.js'
import { blockOf, DAY, record, sample } from '../contract/support.js'
import { openWatchedStore } from './week-reads/watched-store.js'

const ID = 5

test('hours are found after a clock that was weeks behind is right again', async () => {
  let minute = DAY - DAY_MINUTES
  const { store } = await openWatchedStore(() => minute)
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
