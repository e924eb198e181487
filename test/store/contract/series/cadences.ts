// The sums of days whose samples keep their values, while another import shows that they stand further apart, or less far.
import { describe, expect, it } from 'vitest'
import { DAY_MINUTES, dayOf, HOUR_MINUTES, type Minute } from '../../../../src/domain/clock.js'
import { BucketSums } from '../../../../src/domain/series/bucket-sums.js'
import {
  blockOf,
  DAY,
  freshStore,
  gap,
  readBlocks,
  record,
  type SeriesRecords,
  type StoreOpener,
  sample,
} from '../support.js'

const ID = 5
/** Wednesday, the last day of a week. */
const WEDNESDAY = dayOf(DAY)

export const describeCadences = (open: StoreOpener<SeriesRecords>) =>
  describe('cadences of imported samples', () => {
    const store = freshStore(open)

    const importRows = (minutes: readonly Minute[], cadence: number) => {
      const rows = minutes.map((minute) => sample(ID, minute, 1))
      return store().series.importBlock(blockOf(ID, rows), new Int32Array(rows.length).fill(cadence))
    }
    const every = (step: number, from: Minute, until: Minute): readonly Minute[] =>
      Array.from({ length: (until - from) / step }, (_, row) => from + row * step)
    const coveredMinutes = async (start: number, end: number) => {
      const view = { interval: 1, until: (end + 1) * DAY_MINUTES, isReadable: true }
      const days = await store().series.rollups(ID, { start, end }, view)
      return days.map((rollup) => rollup.coveredMinutes)
    }
    const gapsOf = (from: Minute, until: Minute) => store().series.gaps(ID, from, until)
    const noon = DAY + DAY_MINUTES / 2
    /** Hourly rows up to 23:00, and a sample at 00:20, up to which the last of them covers. */
    const importHoursAndSampleNext = async (day: number) => {
      const next = (day + 1) * DAY_MINUTES
      await importRows(every(HOUR_MINUTES, next - DAY_MINUTES, next), HOUR_MINUTES)
      await record(store(), next + 20, { samples: [sample(ID, next + 20, 1)] })
      await store().series.maintain()
      expect(await coveredMinutes(day, day + 1)).toEqual([DAY_MINUTES, 21])
    }

    it('count for rows that are imported again, unchanged, beside others of a day', async () => {
      await importRows([noon], 0)
      expect(await coveredMinutes(WEDNESDAY, WEDNESDAY)).toEqual([1])
      const counts = await importRows([noon, noon + DAY_MINUTES, noon + 2 * DAY_MINUTES], DAY_MINUTES)
      expect(counts).toEqual({ imported: 2, corrected: 0, unchanged: 1 })
      expect(await coveredMinutes(WEDNESDAY, WEDNESDAY + 2)).toEqual([720, DAY_MINUTES, DAY_MINUTES])
    })

    it.each([
      { where: 'in the same week', day: WEDNESDAY - 9 },
      { where: 'in the next week', day: WEDNESDAY - 7 },
    ])('end for the next day, $where, where rows of every minute take their place', async ({ day }) => {
      await importHoursAndSampleNext(day)
      const begin = day * DAY_MINUTES
      await importRows(every(1, begin, begin + DAY_MINUTES - 50), 1)
      expect(await coveredMinutes(day, day + 1)).toEqual([DAY_MINUTES - 50, 1])
    })

    it.each([1, 5])(
      'of %i minutes leave holes open, also where samples were due less often then [DATA-20]',
      async (step) => {
        const begin = DAY - DAY_MINUTES
        await record(store(), begin - 60, { schedules: [{ universeId: ID, since: begin - 60, interval: 10 }] })
        const rows = every(step, begin, DAY).filter((minute) => (minute - begin) % 60 < 30)
        await importRows(rows, step)
        expect(await coveredMinutes(WEDNESDAY - 1, WEDNESDAY - 1)).toEqual([DAY_MINUTES / 2])
        const span = { from: begin, until: DAY }
        const coverage = await store()
          .series.coverage(ID, span, 1)
          .catch(() => undefined)
        // The oracle only reads whole days.
        if (coverage === undefined) return
        const sums = new BucketSums(Int32Array.of(begin, DAY))
        for (const block of await readBlocks(store(), ID, begin, DAY)) sums.addDay(block, coverage)
        expect([...sums.coveredMinutes]).toEqual([DAY_MINUTES / 2])
      },
    )

    it('leave no gap in the time that they cover, also where it is noted after the import [DATA-21]', async () => {
      await importRows([DAY - 2 * DAY_MINUTES, DAY - DAY_MINUTES, DAY], DAY_MINUTES)
      const missed = [gap(ID, DAY + 480, noon, 'not running')]
      await record(store(), noon, { samples: [sample(ID, noon, 1)], gaps: missed })
      expect(await gapsOf(DAY - DAY_MINUTES, noon + 1)).toEqual([])
      expect(await coveredMinutes(WEDNESDAY, WEDNESDAY)).toEqual([721])
    })

    it('leave a gap of what they do not cover, where it is noted after the import', async () => {
      await importRows([DAY - 120, DAY - 60, DAY], HOUR_MINUTES)
      await record(store(), noon, { samples: [sample(ID, noon, 1)], gaps: [gap(ID, DAY + 30, noon, 'not running')] })
      expect(await gapsOf(DAY, noon + 1)).toEqual([gap(ID, DAY + 60, noon, 'not running')])
    })

    it('cover no more than up to the next sample, where a gap around them is noted', async () => {
      await importRows([DAY - 120, DAY - 60, DAY], HOUR_MINUTES)
      await record(store(), DAY + 10, { samples: [sample(ID, DAY + 10, 1)] })
      await record(store(), noon, { gaps: [gap(ID, DAY - 30, noon, 'not running')] })
      expect(await gapsOf(DAY - 120, noon + 1)).toEqual([gap(ID, DAY + 11, noon, 'not running')])
      expect(await coveredMinutes(WEDNESDAY, WEDNESDAY)).toEqual([11])
    })

    it.each(['earlier', 'later'] as const)(
      'end a gap between two imports, of which the %s comes last [DATA-21]',
      async (last) => {
        const next = (WEDNESDAY + 1) * DAY_MINUTES
        const begin = DAY - 2 * DAY_MINUTES
        await record(store(), begin, { cursor: { minute: begin, clockWasWrong: false } })
        const end = next + 3 * DAY_MINUTES
        await record(store(), end, { gaps: [gap(ID, begin, end, 'not running')] })
        const before = [noon - 2 * DAY_MINUTES, noon - DAY_MINUTES, noon]
        const after = [next + 900, next + 900 + DAY_MINUTES]
        for (const rows of last === 'later' ? [before, after] : [after, before]) await importRows(rows, DAY_MINUTES)
        expect(await gapsOf(noon - 2 * DAY_MINUTES, next + 900 + DAY_MINUTES)).toEqual([])
        expect(await coveredMinutes(WEDNESDAY, WEDNESDAY + 1)).toEqual([DAY_MINUTES, DAY_MINUTES])
      },
    )
  })
