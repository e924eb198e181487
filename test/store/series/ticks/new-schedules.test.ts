// A new plan gives hundreds of universes a new schedule in one tick, which is written in parts; what a failure between them leaves.
import { expect, onTestFinished, test } from 'vitest'
import { dayOf, type Minute } from '../../../../src/domain/clock.js'
import { Database } from '../../../../src/store/sqlite/driver.js'
import { blockOf, DAY, record, sample } from '../../contract/support.js'
import { openWatchedStore } from '../week-reads/watched-store.js'

const IDS = Array.from({ length: 60 }, (_, index) => index + 1)
const [FIRST = 0, LAST = 0] = [IDS[0], IDS.at(-1)]

test('samples after the schedule that was stored cover its interval, although the tick failed', async () => {
  const { store, file } = await openWatchedStore(DAY + 720)
  const raw = new Database(file)
  onTestFinished(() => void raw.close())
  const schedulesAt = (since: Minute, interval: number) => IDS.map((universeId) => ({ universeId, since, interval }))
  const samplesAt = (minute: Minute) => IDS.map((id) => sample(id, minute, 1))
  const coveredMinutes = async () => {
    const view = { interval: 1, until: DAY + 100, isReadable: true }
    const days = await store.series.rollups(FIRST, { start: dayOf(DAY) - 1, end: dayOf(DAY) }, view)
    return days.map((day) => day.coveredMinutes)
  }
  await store.series.importBlock(blockOf(FIRST, [sample(FIRST, DAY - 1, 1)]))
  await record(store, DAY, { schedules: schedulesAt(DAY, 10), samples: samplesAt(DAY) })
  expect(await coveredMinutes()).toEqual([1, 10])

  raw.exec(`CREATE TRIGGER rejected BEFORE INSERT ON schedule WHEN NEW.universe_id = ${LAST}
    BEGIN SELECT RAISE(ABORT, 'rejected'); END`)
  await expect(record(store, DAY + 10, { schedules: schedulesAt(DAY + 10, 1) })).rejects.toThrow('rejected')
  expect(await store.series.schedules(FIRST, DAY + 10, DAY + 11)).toMatchObject([{ interval: 1 }])
  await record(store, DAY + 11, { samples: samplesAt(DAY + 11) })
  expect(await coveredMinutes()).toEqual([1, 11])
})
