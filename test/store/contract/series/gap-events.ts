// The events of gaps of an hour or more, which the row store does not have.
import { describe, expect, it } from 'vitest'
import { blockOf, DAY, freshStore, gap, record, type SeriesRecords, type StoreOpener, sample } from '../support.js'

export const describeGapEvents = (open: StoreOpener<SeriesRecords>) =>
  describe('long gaps', () => {
    const store = freshStore(open)

    it('stay one event with all their reasons where an import fills the time before them, or a part of them [DATA-30]', async () => {
      const events = async () =>
        (await store().eventLog.newest({ universeIds: [5], accountId: null, kinds: ['gap'], limit: 9 })).map(
          ({ start, end, facts }) => [start - DAY, end && end - DAY, facts.kind === 'gap' ? facts.reasons : []],
        )
      const importSamples = (minutes: readonly number[]) =>
        store().series.importBlock(
          blockOf(
            5,
            minutes.map((minute) => sample(5, DAY + minute)),
          ),
        )
      const minutes = (from: number, until: number) => Array.from({ length: until - from }, (_, at) => from + at)
      await record(store(), DAY - 1, { samples: [sample(5, DAY - 1)] })
      await record(store(), DAY + 119, { gaps: [gap(5, DAY + 60, DAY + 120, 'hidden')] })
      await record(store(), DAY + 239, { gaps: [gap(5, DAY + 120, DAY + 240, 'platform error')] })
      expect(await events()).toEqual([[60, null, ['hidden', 'platform error']]])
      await importSamples(minutes(0, 60))
      expect(await events()).toEqual([[60, null, ['hidden', 'platform error']]])
      await importSamples(minutes(60, 90))
      expect(await events()).toEqual([[90, null, ['hidden', 'platform error']]])
      await record(store(), DAY + 240, { samples: [sample(5, DAY + 240)] })
      expect(await events()).toEqual([[90, 240, ['hidden', 'platform error']]])
      await importSamples(minutes(150, 160))
      expect(await events()).toEqual([
        [160, 240, ['platform error']],
        [90, 150, ['hidden', 'platform error']],
      ])
    })

    it.each([
      ['an hourly row at its beginning', 60, [0, 60], [[120, 600]]],
      ['hourly rows of which the last is within it', 60, [-120, -60, 0, 60, 120], [[180, 600]]],
      ['hourly rows of which the last is before it', 60, [-90, -30, 30], [[90, 600]]],
      ['a row each ten minutes over its beginning', 10, [20, 30, 40, 50, 60, 70, 80], [[90, 600]]],
      [
        'two rows in its middle',
        30,
        [300, 330],
        [
          [60, 300],
          [360, 600],
        ],
      ],
      ['rows up to its end', 60, [420, 480, 540], [[60, 420]]],
    ])('begin and end where %s leave a gap [DATA-30]', async (_, spacing, minutes, expected) => {
      await record(store(), DAY - 1, { samples: [sample(5, DAY - 1)] })
      await record(store(), DAY + 599, { gaps: [gap(5, DAY + 60, DAY + 600, 'not running')] })
      await record(store(), DAY + 600, { samples: [sample(5, DAY + 600)] })
      const rows = minutes.map((minute) => sample(5, DAY + minute))
      await store().series.importBlock(blockOf(5, rows), new Int32Array(rows.length).fill(spacing))
      const gaps = await store().series.gaps(5, DAY, DAY + 600)
      expect(gaps.map(({ from, until }) => [from - DAY, until - DAY])).toEqual(expected)
      const events = await store().eventLog.newest({ universeIds: [5], accountId: null, kinds: ['gap'], limit: 9 })
      expect(events.map(({ start, end }) => [start - DAY, end && end - DAY]).reverse()).toEqual(expected)
    })
  })
