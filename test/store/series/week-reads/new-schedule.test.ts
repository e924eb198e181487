// A universe whose past was imported gets its schedule with its first tick, and all universes of an account with a new plan at once.
import { expect, test } from 'vitest'
import { DAY_MINUTES, dayOf } from '../../../../src/domain/clock.js'
import { blockOf, DAY, record, sample } from '../../contract/support.js'
import { openWatchedStore } from './watched-store.js'

const ID = 5
const NOW = DAY + 3 * DAY_MINUTES + 100
const RANGE = { start: dayOf(DAY), end: dayOf(NOW) }
const VIEW = { interval: 1, until: NOW + 10, isReadable: true }

/** Returns the store, what it reads of its weeks from then on, and the covered minutes of each day. */
async function openImported(until: number) {
  const { store, watch } = await openWatchedStore(NOW)
  const minutes = Array.from({ length: until - DAY }, (_, row) => DAY + row)
  await store.series.importBlock(
    blockOf(
      ID,
      minutes.map((minute) => sample(ID, minute, 1)),
    ),
  )
  const coveredMinutes = async () =>
    (await store.series.rollups(ID, RANGE, VIEW)).map((rollup) => rollup.coveredMinutes)
  return { store, weekReads: watch(), coveredMinutes }
}

test('days before a new schedule are not added up again', async () => {
  const { store, weekReads, coveredMinutes } = await openImported(DAY + 3 * DAY_MINUTES)
  const samples = [sample(ID, NOW, 7)]
  await record(store, NOW, { samples, schedules: [{ universeId: ID, since: NOW, interval: 5 }] })
  // The first read of the current day looks for a sample before it that reaches into it.
  expect(await coveredMinutes()).toEqual([DAY_MINUTES, DAY_MINUTES, DAY_MINUTES, 5])
  const firstReads = weekReads.length
  for (let minute = NOW + 1; minute <= NOW + 3; minute++) {
    await record(store, minute, { samples: [sample(ID, minute, 7)] })
    expect(await coveredMinutes()).toEqual([DAY_MINUTES, DAY_MINUTES, DAY_MINUTES, minute - NOW + 5])
  }
  expect(weekReads).toHaveLength(firstReads)
})

test('days since a schedule that begins before their samples are added up again', async () => {
  const { store, coveredMinutes } = await openImported(DAY + DAY_MINUTES)
  const minute = DAY + DAY_MINUTES + 60
  await record(store, minute, { samples: [sample(ID, minute, 1)] })
  await store.series.maintain()
  expect(await coveredMinutes()).toEqual([DAY_MINUTES, 1])
  await record(store, NOW, { schedules: [{ universeId: ID, since: minute, interval: 30 }] })
  expect(await coveredMinutes()).toEqual([DAY_MINUTES, 30])
})
