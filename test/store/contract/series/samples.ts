import { describe, expect, it } from 'vitest'
import {
  blockOf,
  DAY,
  facts,
  freshStore,
  gap,
  measured,
  readSamples,
  record,
  type SeriesRecords,
  type StoreOpener,
  sample,
} from '../support.js'

export const describeSamples = (open: StoreOpener<SeriesRecords>) =>
  describe('ticks and single samples', () => {
    const store = freshStore(open)

    it('stores the samples of a tick as they came', async () => {
      const samples = [sample(5, DAY, 1), sample(6, DAY, 2, null)]
      await record(store(), DAY, { samples })
      expect(await readSamples(store(), 5, DAY, DAY + 1)).toEqual([samples[0]])
      expect(await readSamples(store(), 6, DAY, DAY + 1)).toEqual([samples[1]])
    })

    it('leaves the first sample when a second tick comes in the same minute', async () => {
      await record(store(), DAY, { samples: [sample(5, DAY, 1)] })
      await record(store(), DAY, { samples: [sample(5, DAY, 2), sample(6, DAY, 2)] })
      expect(await readSamples(store(), 5, DAY, DAY + 1)).toEqual([sample(5, DAY, 1)])
      expect(await readSamples(store(), 6, DAY, DAY + 1)).toEqual([sample(6, DAY, 2)])
    })

    it('stores a tick whole or not at all', async () => {
      const tick = {
        samples: [sample(5, DAY), sample(6, DAY, Number.NaN)],
        facts: [facts(5)],
        schedules: [{ universeId: 5, since: DAY, interval: 1 }],
        gaps: [gap(7, DAY, DAY + 1)],
      }
      await expect(record(store(), DAY, tick)).rejects.toThrow()
      expect(await readSamples(store(), 5, DAY, DAY + 1)).toEqual([])
      expect(await store().series.gaps(7, DAY, DAY + 1)).toEqual([])
      expect(await store().series.cursor()).toBeUndefined()
      expect(await store().universes.tracked()).toEqual([])
    })

    it('answers the last sample of each universe', async () => {
      await record(store(), DAY, { samples: [sample(5, DAY), sample(6, DAY)] })
      await record(store(), DAY + 1, { samples: [sample(5, DAY + 1, 9)] })
      const latest = await store().series.latest([5, 6, 7])
      expect(latest).toEqual(
        new Map([
          [5, { ...sample(5, DAY + 1, 9), votesMinute: DAY + 1 }],
          [6, { ...sample(6, DAY), votesMinute: DAY }],
        ]),
      )
    })

    it('answers the last known votes where the last sample has none', async () => {
      await record(store(), DAY, { samples: [sample(5, DAY, 1, 40), sample(6, DAY, 1, null)] })
      await record(store(), DAY + 1, { samples: [sample(5, DAY + 1, 2, null)] })
      await record(store(), DAY + 2, { samples: [sample(5, DAY + 2, 3, null)] })
      const latest = await store().series.latest([5, 6])
      expect(latest.get(5)).toMatchObject({ minute: DAY + 2, ccu: 3, likes: 40, dislikes: 41, votesMinute: DAY })
      expect(latest.get(6)).toMatchObject({ minute: DAY, likes: null, dislikes: null, votesMinute: null })
    })

    it('answers the nearest sample within the tolerance, the earlier of two', async () => {
      for (const minute of [DAY, DAY + 10, DAY + 15]) await record(store(), minute, { samples: [sample(5, minute)] })
      const near = async (minute: number, tolerance: number) =>
        (await store().series.nearest([5, 6], minute, tolerance)).get(5)?.minute
      expect(await near(DAY + 10, 0)).toBe(DAY + 10)
      expect(await near(DAY + 5, 5)).toBe(DAY)
      expect(await near(DAY + 6, 5)).toBe(DAY + 10)
      expect(await near(DAY + 13, 5)).toBe(DAY + 15)
      expect(await near(DAY + 5, 4)).toBeUndefined()
      expect(await near(DAY + 20, 5)).toBe(DAY + 15)
      expect(await near(DAY - 3, 3)).toBe(DAY)
    })

    it('returns the first minute of a universe', async () => {
      expect(await store().series.firstMinute(5)).toBeUndefined()
      await record(store(), DAY + 3, { samples: [sample(5, DAY + 3)] })
      await store().series.importBlock(blockOf(5, [sample(5, DAY - 9_000)]))
      expect(await store().series.firstMinute(5)).toBe(DAY - 9_000)
    })

    it('counts what an import adds, corrects and finds unchanged', async () => {
      await record(store(), DAY, { samples: [sample(5, DAY, 1)] })
      await record(store(), DAY + 1, { samples: [sample(5, DAY + 1, 2, null)] })
      const rows = [sample(5, DAY, 1, null), sample(5, DAY + 1, 2, null), sample(5, DAY + 2, 3)]
      const count = await store().series.importBlock(blockOf(5, rows))
      expect(count).toEqual({ imported: 1, corrected: 1, unchanged: 1 })
      expect(await readSamples(store(), 5, DAY, DAY + 9)).toEqual(rows)
    })

    it('finds everything unchanged when the same is imported again', async () => {
      const rows = Array.from({ length: 1_440 }, (_, n) => sample(5, DAY + n, n, n % 7 === 0 ? null : n))
      const first = await store().series.importBlock(blockOf(5, rows))
      expect(first).toEqual({ imported: 1_440, corrected: 0, unchanged: 0 })
      const second = await store().series.importBlock(blockOf(5, rows))
      expect(second).toEqual({ imported: 0, corrected: 0, unchanged: 1_440 })
    })

    it('imports an empty block without a word', async () => {
      const count = await store().series.importBlock(blockOf(5, []))
      expect(count).toEqual({ imported: 0, corrected: 0, unchanged: 0 })
    })

    it('keeps the largest values exactly', async () => {
      const largest = {
        ...sample(5, DAY),
        ...measured(1, Number.MAX_SAFE_INTEGER - 1),
        visits: Number.MAX_SAFE_INTEGER,
      }
      await record(store(), DAY, { samples: [largest] })
      expect(await readSamples(store(), 5, DAY, DAY + 1)).toEqual([largest])
    })
  })
