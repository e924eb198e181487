// The codec decodes what it encoded, whatever the values; damaged bytes cause an error, and no crash or endless loop.
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byMeasure, CLOSING_MEASURES, MEASURE_NAMES } from '../../../src/domain/measures.js'
import { rowsOf } from '../../../src/series/blocks.js'
import { CorruptError, checksumOf } from '../../../src/series/codec/bytes.js'
import { decodeRollups, encodeRollups } from '../../../src/series/codec/rollups.js'
import { bufferFor, decodeSegment, encodeSegment } from '../../../src/series/codec/segment.js'
import { rounds } from '../../support/test-run.js'
import { encodeFormerRollups } from './decoder/former-rollups.js'
import { anyBlock, count } from './decoder/random-blocks.js'

const KEY = 9
const MAX_FUZZ_RUNS = Number(process.env.FUZZ_REQUESTS ?? 500)

const withSum = (bytes: Uint8Array): Buffer => {
  const sum = Buffer.alloc(4)
  sum.writeUInt32LE(crc32(bytes))
  return Buffer.concat([bytes, sum])
}

function expectCorrupt(decode: () => unknown): void {
  try {
    decode()
  } catch (error) {
    expect(error).toBeInstanceOf(CorruptError)
  }
}

describe('a segment', () => {
  it('decodes to what was encoded, to the last digit', () => {
    fc.assert(
      fc.property(anyBlock, fc.constantFrom(1, 60), (block, slot) => {
        const decoded = decodeSegment(encodeSegment(block, slot), 7)
        expect(decoded).toMatchObject({ slot, count: block.minutes.length, first: block.minutes[0] })
        expect(decoded.block.minutes).toEqual(block.minutes)
        for (const name of MEASURE_NAMES)
          expect(decoded.block.columns[name].every((value, row) => Object.is(value, block.columns[name][row]))).toBe(
            true,
          )
      }),
      { numRuns: rounds({ short: 80, long: 300 }) },
    )
  })

  it('decodes into memory that held another week, with the columns that were asked for', () => {
    const anyBytes = fc.tuple(anyBlock, fc.boolean()).map(([{ minutes, ...rest }, isEachMinute]) => {
      const [first = 0] = minutes
      const block = { ...rest, minutes: isEachMinute ? minutes.map((_, row) => first + row) : minutes }
      return encodeSegment(block, 1, undefined, KEY)
    })
    fc.assert(
      fc.property(anyBytes, anyBytes, fc.subarray([...MEASURE_NAMES]), (bytes, before, wanted) => {
        const room = bufferFor(7, wanted)
        decodeSegment(before, 7, room, KEY)
        const { minutes, columns } = decodeSegment(bytes, 7, room, KEY).block
        const { block } = decodeSegment(bytes, 7, undefined, KEY)
        expect(minutes).toEqual(block.minutes)
        for (const name of wanted) expect(columns[name]).toEqual(block.columns[name])
      }),
      { numRuns: rounds({ short: 80, long: 300 }) },
    )
  })

  it('grows by more rows into what it would be packed at once', () => {
    fc.assert(
      fc.property(anyBlock, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }), (block, parts) => {
        let bytes: Buffer | undefined
        for (const part of [...parts.sort((a, b) => a - b), 1]) {
          const length = Math.ceil(part * block.minutes.length)
          if (length > 0) bytes = encodeSegment(rowsOf(block, 0, length), 1, bytes && decodeSegment(bytes, 7))
        }
        expect(bytes && decodeSegment(bytes, 7).block).toEqual(block)
      }),
      { numRuns: rounds({ short: 80, long: 300 }) },
    )
  })

  it('detects every flipped bit', () => {
    fc.assert(
      fc.property(anyBlock, fc.nat(), (block, place) => {
        const bytes = encodeSegment(block)
        const bit = place % (bytes.length * 8)
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        expect(() => decodeSegment(bytes, 7)).toThrow(CorruptError)
      }),
      { numRuns: rounds({ short: 80, long: 300 }) },
    )
  })

  it('is rejected without harm where it is garbage, even with a checksum that fits', () => {
    const garbage = fc.uint8Array({ maxLength: 300 })
    fc.assert(
      fc.property(garbage, (bytes) => {
        expectCorrupt(() => decodeSegment(bytes, 7))
        expectCorrupt(() => decodeSegment(withSum(bytes), 7))
        expectCorrupt(() => decodeRollups(withSum(bytes), 7))
      }),
      { numRuns: MAX_FUZZ_RUNS },
    )
    const flips = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(anyBlock, flips, fc.nat(), (block, changes, cutAt) => {
        const whole = encodeSegment(block).subarray(0, -4)
        for (const [at, value] of changes) whole[at % whole.length] = value
        expectCorrupt(() => decodeSegment(withSum(whole), 7))
        expectCorrupt(() => decodeSegment(withSum(whole), 7, bufferFor(7, MEASURE_NAMES)))
        expectCorrupt(() => decodeSegment(withSum(whole.subarray(0, cutAt % whole.length)), 7))
      }),
      { numRuns: MAX_FUZZ_RUNS },
    )
  })
})

const nullable = fc.option(count, { freq: 4 })

/** Rollups in format 1, which has the closing values of the four counters of API-24 without their names: two days at ten minutes. */
const OLD_ROLLUPS =
  '01010a5f028fc202a10207b501b10953c1160000000000106ae84001d10f6500000000000000f87f00000000000000f87f890e02' +
  '000000000000001c40000000000000000040039e0205aa01b00948ac1600000000000000494003030503010101010108018fc202bf' +
  '160f05e4b1efa4'
const counters = fc.record(byMeasure(CLOSING_MEASURES, () => nullable))

const anyNumber = fc.oneof(count, fc.double({ min: 0, noNaN: true }).map(Math.abs))
const anyDay = fc.record({
  samples: fc.nat(1_440),
  ccu: fc.record({ min: count, max: count, maxAt: fc.nat(1_439), last: count }),
  coveredMinutes: fc.nat(1_440),
  integral: anyNumber,
  opensWithVotes: fc.boolean(),
  first: counters,
  last: counters,
})
const anyDays = fc.array(anyDay, { maxLength: 7 }).map((list) =>
  list.map((one, index) => {
    const at = 20_615 + index
    return { day: at, ...one, ccu: { ...one.ccu, maxAt: at * 1_440 + one.ccu.maxAt } }
  }),
)
const anyVotes = fc.array(
  fc
    .record({ day: fc.nat(30_000), minute: fc.nat(1_439), likes: count, dislikes: count })
    .map((one) => ({ ...one, minute: one.day * 1_440 + one.minute })),
  { maxLength: 7 },
)

/** With the checksum that bytes under key 7 have. */
const withKeySum = (bytes: Uint8Array): Buffer => {
  const sum = Buffer.alloc(4)
  sum.writeUInt32LE(checksumOf(bytes, 7))
  return Buffer.concat([bytes, sum])
}

describe('the rollups of a week', () => {
  it('of the first format are read, with null where a column is younger', () => {
    const none = byMeasure(CLOSING_MEASURES, () => null)
    const minute = 20_615 * 1_440
    const { days, votes } = decodeRollups(Buffer.from(OLD_ROLLUPS, 'hex'), 7)
    expect([...days.keys()]).toEqual([10])
    expect(votes).toEqual([{ day: 20_615, minute: minute + 1_439, likes: 7, dislikes: 2 }])
    expect(days.get(10)).toMatchObject([
      {
        day: 20_615,
        samples: 144,
        ccu: { min: 3, max: 90, maxAt: minute + 600, last: 41 },
        integral: 50_000.5,
        first: { ...none, visits: 1_000, favorites: 50 },
        last: { ...none, visits: 1_900, favorites: 49, likes: 7, dislikes: 2 },
      },
      { day: 20_616, opensWithVotes: true, last: { ...none, visits: 1_901, favorites: 51, likes: 8, dislikes: 2 } },
    ])
  })

  it('decode to what was encoded, in this format and the former one: one interval, the votes or all', () => {
    fc.assert(
      fc.property(anyDays, anyDays, anyVotes, (one, ten, votes) => {
        const week = {
          days: new Map([
            [1, one],
            [10, ten],
          ]),
          votes,
        }
        for (const bytes of [encodeRollups(week, 7), encodeFormerRollups(week, 7)]) {
          expect(() => decodeRollups(bytes, 8)).toThrow(CorruptError)
          expect(decodeRollups(bytes, 7)).toEqual(week)
          expect(decodeRollups(bytes, 7, 10)).toEqual({ days: new Map([[10, ten]]), votes: [] })
          expect(decodeRollups(bytes, 7, 'votes')).toEqual({ days: new Map(), votes })
        }
      }),
      { numRuns: rounds({ short: 80, long: 300 }) },
    )
  })

  it('are rejected without harm where they are garbage, even with a checksum that fits', () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 })
    fc.assert(
      fc.property(anyDays, anyDays, anyVotes, changes, fc.nat(), (one, ten, votes, changed, cutAt) => {
        const days = new Map([
          [1, one],
          [10, ten],
        ])
        const whole = encodeRollups({ days, votes }, 7).subarray(0, -4)
        // The format stays, because the others are tried above.
        for (const [at, value] of changed) whole[1 + (at % (whole.length - 1))] = value
        expectCorrupt(() => decodeRollups(withKeySum(whole), 7))
        expectCorrupt(() => decodeRollups(withKeySum(whole.subarray(0, 1 + (cutAt % whole.length))), 7))
      }),
      { numRuns: MAX_FUZZ_RUNS },
    )
  })
})
