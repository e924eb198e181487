import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isoOfMinute } from '../../src/domain/clock.js'
import { MEASURE_NAMES, MEASURES, SPECIFIED_MEASURES } from '../../src/domain/measures.js'
import { type Block, emptyBlock } from '../../src/domain/sample.js'
import type { SampleExport } from '../../src/domain/sample-file.js'
import type { PieceReceipt } from '../../src/files/pieces.js'
import { samplesCsv } from '../../src/files/samples/samples-csv.js'
import { samplesJson } from '../../src/files/samples/samples-json.js'
import { rowsOf, splitDays } from '../../src/series/blocks.js'
import { bytesOf } from './some-export.js'

const UNIVERSE = 5_000_000_123
const FIRST = Date.UTC(2026, 1, 28, 23, 40) / 60_000

/** Around every power of ten, where a number gets another digit, and anything else that a column may hold. */
const value = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 1_200 }) },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.nat(15), fc.integer({ min: -2, max: 2 })).map(([n, by]) => Math.max(0, 10 ** n + by)),
  },
  { weight: 2, arbitrary: fc.nat(Number.MAX_SAFE_INTEGER) },
  // Around the groups in which digits are written, where a quotient that is rounded up would be one too many.
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(10_000, 100_000_000), fc.nat(90_071_991), fc.integer({ min: -1, max: 1 }))
      .map(([group, count, by]) => Math.max(0, group * count + by)),
  },
  { weight: 1, arbitrary: fc.constantFrom(Number.NaN, Number.MAX_SAFE_INTEGER, 0, -0, 2.5, 12_345.5, -3, 1e21) },
)
/** Numbers that change little from row to row, as those of a game do, for as many rows as are written at once, and more. */
const walk = fc
  .record({
    first: fc.constantFrom(0, 7, 95, 990, 9_960, 99_000, 1_234_567, 99_999_400, 123_456_789_000, 2 ** 53 - 60_000),
    steps: fc.array(fc.constantFrom(0, 0, 1, 1, -1, 3, 40, 700, -700, Number.NaN), { minLength: 1, maxLength: 12 }),
  })
  .map(({ first, steps }) => {
    let last = first
    return (row: number): number => {
      const step = steps[row % steps.length] ?? 0
      if (Number.isNaN(step)) return row % 5 === 0 ? step : last
      last = Math.min(Math.max(0, last + step), Number.MAX_SAFE_INTEGER)
      return last
    }
  })
const walks = fc
  .record({
    count: fc.integer({ min: 1, max: 2_400 }),
    spacing: fc.constantFrom(1, 1, 5, 60),
    columns: fc.array(walk, { minLength: MEASURES.length, maxLength: MEASURES.length }),
  })
  .map(({ count, spacing, columns }) =>
    Array.from({ length: count }, (_, row) => [spacing, columns.map((next) => next(row))] as const),
  )
/** The same, but the first number often has another number of digits than in the row before, as players of a game with about a thousand. */
const varyingPlayers = fc
  .tuple(walks, fc.constantFrom(9, 100, 99_999), fc.array(fc.nat(1_000), { minLength: 1, maxLength: 50 }), fc.nat(300))
  .map(([given, middle, jumps, hole]) =>
    given.map(([step, [, ...others]], row): (typeof given)[number] => {
      const players = row % 301 === hole ? Number.NaN : Math.max(0, middle + ((jumps[row % jumps.length] ?? 0) % 7) - 3)
      return [step, [players, ...others]]
    }),
  )
const valuesOfRow = fc.array(value, { minLength: MEASURES.length, maxLength: MEASURES.length })
const rows = fc.array(fc.tuple(fc.integer({ min: 1, max: 700 }), valuesOfRow), {
  minLength: 1,
  maxLength: 60,
})

function blockOf(given: readonly (readonly [number, readonly number[]])[]): Block {
  const block = emptyBlock(UNIVERSE, given.length)
  let minute = FIRST
  given.forEach(([step, values], row) => {
    minute += step
    block.minutes[row] = minute
    MEASURE_NAMES.forEach((name, index) => {
      block.columns[name][row] = values[index] ?? Number.NaN
    })
  })
  return block
}

const exportOf = (
  block: Block,
  revenue: ReadonlyMap<number, number>,
  blockRows = Number.POSITIVE_INFINITY,
): SampleExport => ({
  game: {
    id: 7,
    accountId: 1,
    universeId: UNIVERSE,
    name: 'Straße ✨',
    channelId: null,
    isActive: true,
    isPausedByPlan: false,
    isPublic: false,
    createdAt: 0,
  },
  range: { start: 20_000, end: 20_001 },
  blocks: (async function* () {
    for (const day of splitDays(block))
      for (let row = 0; row < day.minutes.length; row += blockRows)
        yield rowsOf(day, row, Math.min(day.minutes.length, row + blockRows))
  })(),
  revenue,
})

/** The same by JavaScript's own means. */
function recordsOf({ minutes, columns }: Block, revenue: ReadonlyMap<number, number>) {
  let lastDay = Number.NaN
  return Array.from(minutes, (minute, row) => {
    const day = Math.floor(minute / 1_440)
    const earned = day === lastDay ? undefined : revenue.get(day)
    lastDay = day
    const measured = MEASURES.map(({ name, column }) => [column, columns[name][row]] as const)
    return { timestamp: isoOfMinute(minute), measured, earned }
  })
}

/** Revenue stands before the columns that came later. */
function csvOf(begin: readonly (string | number)[], values: readonly number[], earned: number | undefined) {
  const fields = values.map((value) => (Number.isNaN(value) ? '' : value))
  return [...begin, ...fields.toSpliced(SPECIFIED_MEASURES.length, 0, earned ?? '')]
}

const textOf = async (pieces: AsyncIterable<Uint8Array>) => new TextDecoder().decode(await bytesOf(pieces))

/** The same, read as a response does: the memory of a piece that was sent is no longer what it was. */
async function sentText(pieces: AsyncGenerator<Uint8Array, void, PieceReceipt>, areSent: readonly boolean[]) {
  const all: Buffer[] = []
  for (let next = await pieces.next(); !next.done; ) {
    const isSent = areSent[all.length % areSent.length]
    all.push(
      isSent ? Buffer.from(next.value) : Buffer.from(next.value.buffer, next.value.byteOffset, next.value.length),
    )
    if (isSent) next.value.fill(0xdd)
    next = await pieces.next(isSent)
  }
  return new TextDecoder().decode(Buffer.concat(all))
}

describe('the text of an export', () => {
  it('is whole wherever its last row ends in a piece', async () => {
    for (let count = 700; count < 850; count++) {
      const given = Array.from({ length: count }, (_, row) => [1, [100 + (row % 7), 103, 10_002, 1_000, 100]] as const)
      const json = await textOf(samplesJson(exportOf(blockOf(given), new Map())))
      expect(json.slice(json.lastIndexOf(','))).toBe(`,"count":${count}}`)
    }
  })

  it('is what JavaScript itself would write, whatever the numbers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(rows, walks, varyingPlayers),
        fc.option(fc.double({ min: 0, max: 1e6, noNaN: true })),
        fc.integer({ min: 1, max: 2_000 }),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
        async (given, earned, blockRows, areSent) => {
          const block = blockOf(given)
          const revenue = new Map(earned === null ? [] : [[Math.floor(FIRST / 1_440) + 1, earned]])
          const records = recordsOf(block, revenue)
          const lines = records.map(({ timestamp, measured, earned: sum }) =>
            csvOf(
              [timestamp, UNIVERSE],
              measured.map(([, one]) => one ?? Number.NaN),
              sum,
            ).join(','),
          )
          const csv = await sentText(samplesCsv(exportOf(block, revenue, blockRows)), areSent)
          expect(csv.split('\r\n').slice(1, -1)).toEqual(lines)
          const data = records.map(({ timestamp, measured, earned: sum }) =>
            JSON.stringify({ timestamp, universe_id: UNIVERSE, ...Object.fromEntries(measured), revenue: sum }),
          )
          const json = await sentText(samplesJson(exportOf(block, revenue, blockRows)), areSent)
          expect(json.slice(json.indexOf('[') + 1)).toBe(`${data.join(',')}],"count":${data.length}}`)
          expect(JSON.parse(json)).toMatchObject({ game: { name: 'Straße ✨' }, count: data.length })
        },
      ),
      { numRuns: 300 },
    )
  })
})
