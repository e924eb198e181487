// Random blocks with all kinds of values, for the tests of the codec and of the decoder in C++.
import fc from 'fast-check'
import { WEEK_MINUTES } from '../../../../src/domain/clock.js'
import { MEASURE_NAMES } from '../../../../src/domain/measures.js'
import { type Block, columnsOf } from '../../../../src/domain/sample.js'

const WEEK = 2_945 * WEEK_MINUTES
const MAX_VALUE = Number.MAX_SAFE_INTEGER

export const count = fc.oneof(
  fc.nat(3),
  fc.nat(500),
  fc.nat(),
  fc.maxSafeNat(),
  fc.constantFrom(0, MAX_VALUE, MAX_VALUE - 1, 2 ** 31, 2 ** 32),
)

/** Columns as they occur in reality, and columns made to be hard to encode. */
const shape = fc.oneof(
  count.map((value) => () => value),
  fc.record({ start: count, step: fc.integer({ min: -1_000, max: 1_000 }) }).map(
    ({ start, step }) =>
      (row: number) =>
        Math.min(MAX_VALUE, Math.max(0, start + row * step)),
  ),
  fc.tuple(count, count).map(
    ([a, b]) =>
      (row: number) =>
        row % 2 === 0 ? a : b,
  ),
  fc.tuple(count, fc.integer({ min: 1, max: 500 })).map(
    ([value, at]) =>
      (row: number) =>
        row % at === 0 ? MAX_VALUE : value,
  ),
  fc.infiniteStream(count).map((stream) => {
    const values: number[] = []
    return (row: number) => {
      while (values.length <= row) values.push(stream.next().value ?? 0)
      return values[row] ?? 0
    }
  }),
  fc.integer({ min: 1, max: 2 ** 30 }).map((seed) => (row: number) => 50_000 + ((row * row * seed) % 1_009)),
  // Totals that rise to the largest safe number and stay there, because a prediction above it is rounded.
  fc.tuple(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 2, max: 900 })).map(
    ([from, step]) =>
      (row: number) =>
        Math.min(MAX_VALUE, MAX_VALUE - from * step + row * step + ((row * 7_919) % step)),
  ),
  fc.constantFrom(0.5, -3, 1e300, -0).map((value) => () => value),
  // Totals that a cache shows: they stay for some rows and then rise by what came meanwhile.
  fc.record({ start: count, every: fc.integer({ min: 2, max: 7 }), each: fc.integer({ min: 1, max: 9_000 }) }).map(
    ({ start, every, each }) =>
      (row: number) =>
        Math.min(MAX_VALUE, start + (row - (row % every)) * each + ((row - (row % every)) % 5)),
  ),
)
const holes = fc.oneof(
  fc.constant(() => false),
  fc.integer({ min: 2, max: 9 }).map((every) => (row: number) => row % every === 0),
  fc.nat(2_000).map((from) => (row: number) => row >= from && row < from + 100),
  fc.constant(() => true),
)
const column = fc.record({ shape, holes })
export const anyBlock = fc
  .record({
    length: fc.oneof(
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 230, max: 250 }),
      fc.integer({ min: 1, max: 2_500 }),
    ),
    every: fc.constantFrom(1, 1, 4),
    skip: fc.integer({ min: 2, max: 400 }),
    columns: fc.array(column, { minLength: MEASURE_NAMES.length, maxLength: MEASURE_NAMES.length }),
  })
  .map(({ length, every, skip, columns }): Block => {
    const minutes = Int32Array.from({ length }, (_, row) => WEEK + row * every + (row >= skip ? 1 : 0))
    return {
      universeId: 7,
      minutes,
      columns: columnsOf((name) => {
        const { shape, holes } = columns[MEASURE_NAMES.indexOf(name)] ?? { shape: () => 0, holes: () => false }
        return Float64Array.from({ length }, (_, row) => (holes(row) ? Number.NaN : shape(row)))
      }),
    }
  })
