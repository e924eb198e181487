import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MINUTES, dayOf } from '../../../../src/domain/clock.js'
import { MEASURE_NAMES, type Measure } from '../../../../src/domain/measures.js'
import type { Sample } from '../../../../src/domain/sample.js'
import { rounds } from '../../../support/test-run.js'
import {
  blockOf,
  DAY,
  freshStore,
  readBlocks,
  record,
  type SeriesRecords,
  type StoreOpener,
  sample,
  samplesOf,
} from '../support.js'

const SPAN = 20 * DAY_MINUTES
const minute = fc.oneof(
  fc.nat(SPAN).map((offset) => DAY + offset),
  // Minutes beside the ends of days, where blocks end.
  fc.tuple(fc.nat(20), fc.constantFrom(-1, 0, 1)).map(([day, offset]) => DAY + day * DAY_MINUTES + offset),
)
const votes = fc.option(fc.nat(1_000))
const written = fc.record({ minute, ccu: fc.nat(1_000), votes, imported: fc.boolean() })

const numbersOf = (row: Sample, measures: readonly Measure[]) => [
  ...[row.minute, row.ccu],
  ...measures.map((name) => row[name]),
]

export const describeBlocks = (open: StoreOpener<SeriesRecords>) =>
  describe('blocks', () => {
    const store = freshStore(open)

    it('hold what ticks and imports left in the range, a UTC day each, oldest first', async () => {
      let universeId = 0
      const history = fc.array(written, { maxLength: 60, size: 'max' })
      await fc.assert(
        fc.asyncProperty(history, minute, minute, async (rows, from, until) => {
          const id = ++universeId
          const expected = new Map<number, Sample>()
          for (const { minute, ccu, votes, imported } of rows) {
            const row = sample(id, minute, ccu, votes)
            if (imported) await store().series.importBlock(blockOf(id, [row]))
            else await record(store(), minute, { samples: [row] })
            if (imported || !expected.has(minute)) expected.set(minute, row)
          }
          const inRange = [...expected.values()].filter((row) => row.minute >= from && row.minute < until)
          inRange.sort((a, b) => a.minute - b.minute)
          const days = [...new Set(inRange.map((row) => dayOf(row.minute)))].map((day) =>
            inRange.filter((row) => dayOf(row.minute) === day),
          )
          const blocks = await readBlocks(store(), id, from, until)
          expect(blocks.map(samplesOf)).toEqual(days)
          // Each of these is valid only until the next one is asked for.
          const whole: unknown[] = []
          for await (const block of store().series.wholeBlocks(id, { from, until })) whole.push(samplesOf(block))
          expect(whole).toEqual(days)
        }),
        { numRuns: rounds({ short: 10, long: 25 }) },
      )
    })

    it('scanned for some measures are those that are read, one at a time', async () => {
      const minutes = Array.from({ length: 300 }, (_, index) => DAY - 20 * DAY_MINUTES + index * 97)
      const rows = minutes.map((at, index) => sample(5, at, index % 70, index % 7 === 0 ? null : index))
      await store().series.importBlock(blockOf(5, rows))
      for (const at of [0, 1, 5]) await record(store(), DAY + at, { samples: [sample(5, DAY + at, at)] })
      const [from, until] = [DAY - 19 * DAY_MINUTES + 100, DAY + 3]
      const read = (await readBlocks(store(), 5, from, until)).map(samplesOf)
      for (const measures of [[], ['likes'], MEASURE_NAMES] as const) {
        const scanned: unknown[] = []
        for await (const block of store().series.scan(5, { from, until }, measures))
          scanned.push(samplesOf(block).map((row) => numbersOf(row, measures)))
        expect(scanned).toEqual(read.map((day) => day.map((row) => numbersOf(row, measures))))
      }
    })

    it('scanned at the same time do not disturb each other', async () => {
      for (const id of [5, 6])
        await store().series.importBlock(
          blockOf(
            id,
            Array.from({ length: 40 }, (_, index) => sample(id, DAY - (40 - index) * DAY_MINUTES, id)),
          ),
        )
      const span = { from: DAY - SPAN * 2, until: DAY }
      const [one, other] = [5, 6].map((id) => store().series.scan(id, span, [])[Symbol.asyncIterator]())
      for (let day = 0; day < 40; day++) {
        const [first, second] = [await one?.next(), await other?.next()]
        expect([first?.value.columns.ccu[0], second?.value.columns.ccu[0]]).toEqual([5, 6])
      }
    })

    it('can be read while the same process goes on writing', async () => {
      const days = [0, 1, 2].map((day) => DAY + day * DAY_MINUTES)
      for (const at of days) await record(store(), at, { samples: [sample(5, at)] })
      const seen: number[] = []
      for await (const block of store().series.blocks(5, DAY, DAY + SPAN)) {
        seen.push(...block.minutes)
        await record(store(), DAY + SPAN + seen.length, { samples: [sample(6, DAY)] })
      }
      expect(seen).toEqual(days)
    })
  })
