import { describe, expect, it } from 'vitest'
import { blockOf, DAY, freshStore, gap, record, type SeriesRecords, type StoreOpener, sample } from '../support.js'

export const describeGaps = (open: StoreOpener<SeriesRecords>) =>
  describe('gaps', () => {
    const store = freshStore(open)
    const gaps = (universeId = 5) => store().series.gaps(universeId, DAY - 1_000, DAY + 1_000)
    const every = (interval: number, universeId = 5) =>
      record(store(), DAY, { schedules: [{ universeId, since: DAY, interval }], cursor: cursorAt(DAY) })
    const cursorAt = (minute: number) => ({ minute, clockWasWrong: false })

    it('joins slots that touch and have the same reason', async () => {
      for (const minute of [DAY, DAY + 1, DAY + 2])
        await record(store(), minute, { gaps: [gap(5, minute, minute + 1)] })
      expect(await gaps()).toEqual([gap(5, DAY, DAY + 3)])
    })

    it('end at the minute of the tick that finds them, and go on with the ticks that follow until their slot ends', async () => {
      await every(10)
      await record(store(), DAY + 10, { gaps: [gap(5, DAY + 10, DAY + 20)] })
      expect(await gaps()).toEqual([gap(5, DAY + 10, DAY + 11)])
      await record(store(), DAY + 13)
      expect(await gaps()).toEqual([gap(5, DAY + 10, DAY + 14)])
      for (const minute of [DAY + 19, DAY + 20]) await record(store(), minute, { samples: [sample(6, minute)] })
      expect(await gaps()).toEqual([gap(5, DAY + 10, DAY + 20)])
    })

    it('that begin after the minute of their tick are not kept', async () => {
      await record(store(), DAY, { gaps: [gap(5, DAY + 1, DAY + 2), gap(6, DAY, DAY + 3)] })
      expect([await gaps(5), await gaps(6)]).toEqual([[], [gap(6, DAY, DAY + 1)]])
    })

    it('go on to the end of their slot where the next tick comes long after it', async () => {
      await every(10)
      await record(store(), DAY + 10, { gaps: [gap(5, DAY + 10, DAY + 20)] })
      await record(store(), DAY + 47, { gaps: [gap(5, DAY + 20, DAY + 50, 'not running')] })
      expect(await gaps()).toEqual([gap(5, DAY + 10, DAY + 20), gap(5, DAY + 20, DAY + 48, 'not running')])
    })

    it('do not go on where a sample was taken in the middle of their slot', async () => {
      await every(10)
      await record(store(), DAY + 10, { gaps: [gap(5, DAY + 10, DAY + 20)] })
      await record(store(), DAY + 13, { samples: [sample(5, DAY + 13)] })
      await record(store(), DAY + 18)
      expect(await gaps()).toEqual([gap(5, DAY + 10, DAY + 13)])
    })

    it('keeps slots of different reasons, of different universes, and those that do not touch apart', async () => {
      await record(store(), DAY, { gaps: [gap(5, DAY, DAY + 1), gap(6, DAY, DAY + 1)] })
      await record(store(), DAY + 1, { gaps: [gap(5, DAY + 1, DAY + 2, 'hidden')] })
      await record(store(), DAY + 3, { gaps: [gap(5, DAY + 3, DAY + 4, 'hidden')] })
      const hidden = [gap(5, DAY + 1, DAY + 2, 'hidden'), gap(5, DAY + 3, DAY + 4, 'hidden')]
      expect(await gaps()).toEqual([gap(5, DAY, DAY + 1), ...hidden])
      expect(await gaps(6)).toEqual([gap(6, DAY, DAY + 1)])
    })

    it('adds of an overlapping range with another reason only what is not covered', async () => {
      await record(store(), DAY + 9, { gaps: [gap(5, DAY + 4, DAY + 6, 'gone')] })
      await record(store(), DAY + 9, { gaps: [gap(5, DAY, DAY + 10, 'not running')] })
      const ranges = [gap(5, DAY, DAY + 4, 'not running'), gap(5, DAY + 4, DAY + 6, 'gone')]
      expect(await gaps()).toEqual([...ranges, gap(5, DAY + 6, DAY + 10, 'not running')])
    })

    it('closes the hole between two ranges of the same reason', async () => {
      await record(store(), DAY + 5, { gaps: [gap(5, DAY, DAY + 2), gap(5, DAY + 4, DAY + 6)] })
      await record(store(), DAY + 5, { gaps: [gap(5, DAY + 1, DAY + 5)] })
      expect(await gaps()).toEqual([gap(5, DAY, DAY + 6)])
    })

    it('never turns a minute with a sample into a gap', async () => {
      await record(store(), DAY, { samples: [sample(5, DAY)] })
      await record(store(), DAY, { gaps: [gap(5, DAY, DAY + 1)] })
      expect(await gaps()).toEqual([])
    })

    it('splits a long gap around the samples that stand inside it', async () => {
      await every(10)
      await record(store(), DAY + 30, { samples: [sample(5, DAY + 30)] })
      await record(store(), DAY + 90, { gaps: [gap(5, DAY + 10, DAY + 90, 'not running')] })
      const ranges = [gap(5, DAY + 10, DAY + 30, 'not running'), gap(5, DAY + 40, DAY + 90, 'not running')]
      expect(await gaps()).toEqual(ranges)
    })

    it('ends a gap for the whole slot of a sample that comes later', async () => {
      await every(10)
      await record(store(), DAY + 90, { gaps: [gap(5, DAY + 10, DAY + 90, 'not running')] })
      await store().series.importBlock(blockOf(5, [sample(5, DAY + 20), sample(5, DAY + 53)]))
      expect(await gaps()).toEqual([
        gap(5, DAY + 10, DAY + 20, 'not running'),
        gap(5, DAY + 30, DAY + 53, 'not running'),
        gap(5, DAY + 60, DAY + 90, 'not running'),
      ])
    })

    it('ends a gap in the slot of an imported sample that stands before it', async () => {
      await every(10)
      await record(store(), DAY + 15, { gaps: [gap(5, DAY + 15, DAY + 20), gap(5, DAY + 25, DAY + 40)] })
      await record(store(), DAY + 39, { gaps: [gap(5, DAY + 25, DAY + 40)] })
      await store().series.importBlock(blockOf(5, [sample(5, DAY + 12), sample(5, DAY + 24)]))
      expect(await gaps()).toEqual([gap(5, DAY + 30, DAY + 40)])
    })

    it('lets a sample reach no further than the schedule under which it was taken', async () => {
      await every(10)
      await record(store(), DAY + 19, {
        schedules: [{ universeId: 5, since: DAY + 15, interval: 1 }],
        gaps: [gap(5, DAY + 10, DAY + 20)],
      })
      await store().series.importBlock(blockOf(5, [sample(5, DAY + 10)]))
      expect(await gaps()).toEqual([gap(5, DAY + 15, DAY + 20)])
    })

    it('answers gaps as far as they lie in the range asked for', async () => {
      await record(store(), DAY + 9, { gaps: [gap(5, DAY, DAY + 10)] })
      expect(await store().series.gaps(5, DAY + 2, DAY + 4)).toEqual([gap(5, DAY + 2, DAY + 4)])
      expect(await store().series.gaps(5, DAY + 10, DAY + 20)).toEqual([])
      expect(await store().series.gaps(5, DAY - 10, DAY)).toEqual([])
    })

    it('lets a second tick in the same minute fill the gap that the first one left', async () => {
      await record(store(), DAY, { gaps: [gap(5, DAY, DAY + 1)] })
      await record(store(), DAY, { samples: [sample(5, DAY)] })
      expect(await gaps()).toEqual([])
    })
  })
