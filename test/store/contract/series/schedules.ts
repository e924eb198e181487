import { describe, expect, it } from 'vitest'
import { DAY, freshStore, record, type SeriesRecords, type StoreOpener } from '../support.js'

export const describeSchedules = (open: StoreOpener<SeriesRecords>) =>
  describe('schedules and the cursor', () => {
    const store = freshStore(open)
    const schedule = (since: number, interval: number, universeId = 5) => ({ universeId, since, interval })

    it('answers the schedules of a range, the one in force at its beginning included', async () => {
      const all = [schedule(DAY, 10), schedule(DAY + 30, 5), schedule(DAY + 60, 0), schedule(DAY + 5, 1, 6)]
      await record(store(), DAY, { schedules: all })
      const between = (from: number, until: number) => store().series.schedules(5, from, until)
      expect(await between(DAY - 100, DAY + 100)).toEqual(all.slice(0, 3))
      expect(await between(DAY + 40, DAY + 61)).toEqual(all.slice(1, 3))
      expect(await between(DAY + 30, DAY + 60)).toEqual([all[1]])
      expect(await between(DAY + 90, DAY + 99)).toEqual([all[2]])
      expect(await between(DAY - 9, DAY)).toEqual([])
    })

    it('replaces a schedule that began in the same minute', async () => {
      await record(store(), DAY, { schedules: [schedule(DAY, 10)] })
      await record(store(), DAY, { schedules: [schedule(DAY, 1)] })
      expect(await store().series.schedules(5, DAY, DAY + 1)).toEqual([schedule(DAY, 1)])
    })

    it('keeps the cursor, and never moves it back', async () => {
      expect(await store().series.cursor()).toBeUndefined()
      await record(store(), DAY, { cursor: { minute: DAY, clockWasWrong: true } })
      expect(await store().series.cursor()).toEqual({ minute: DAY, clockWasWrong: true })
      await record(store(), DAY, { cursor: { minute: DAY - 5, clockWasWrong: false } })
      expect(await store().series.cursor()).toEqual({ minute: DAY, clockWasWrong: false })
    })
  })
