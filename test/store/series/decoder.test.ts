// The description of the storage format suffices to write a decoder: one in C++ reads what the service writes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Block, emptyBlock } from '../../../src/domain/sample.js'
import { rowsOf } from '../../../src/series/blocks.js'
import { ByteReader } from '../../../src/series/codec/bytes.js'
import { decodeSegment, encodeSegment } from '../../../src/series/codec/segment.js'
import { keyOf, weekOf } from '../../../src/series/tables/keys.js'
import { compileDecoder, DECODER_SOURCE, type Decoder, type KeyedSegment } from './decoder/program.js'
import { anyBlock } from './decoder/random-blocks.js'

const PAGE = readFileSync(join(import.meta.dirname, '../../../src/series/codec/FORMAT.md'), 'utf8')
const MAX_LINES = 80
const MAX_LINE_LENGTH = 130
const ERROR = ['error']

/** The columns that the C++ program knows, in its order. */
const COLUMNS = ['ccu', 'visits', 'favorites', 'likes', 'dislikes'] as const

let decoder: Decoder
beforeAll(() => {
  decoder = compileDecoder()
}, 130_000)
afterAll(() => decoder?.remove())

const keyFor = (block: Block): number => keyOf(block.universeId, weekOf(block.minutes[0] ?? 0))

function segmentOf(block: Block): KeyedSegment {
  const key = keyFor(block)
  return { key, bytes: encodeSegment(block, 1, undefined, key) }
}

const numbersOf = (block: Block): number[][] =>
  Array.from(block.minutes, (minute, row) => [minute, ...COLUMNS.map((name) => block.columns[name][row] ?? Number.NaN)])

const readNumbers = (lines: readonly string[]): number[][] =>
  lines.map((line) => line.split(' ').map((word) => (word === '-' ? Number.NaN : Number(word))))

/** The lines of the fenced code block that follows a line of the page. */
function fenceAfter(title: string): string[] {
  const at = PAGE.indexOf(`${title}\n\n\`\`\``)
  if (at < 0) throw new Error(`FORMAT.md has no fenced block after the line "${title}".`)
  const [, fence = ''] = PAGE.slice(at + title.length).split(/```[a-z]*\n/)
  return fence.trimEnd().split('\n')
}

/** The bytes of a line; at least two spaces separate them from their meaning. */
const hexOf = (line: string): string => line.trim().split(/ {2,}/)[0]?.replaceAll(' ', '') ?? ''

const example = (): KeyedSegment => ({
  key: Number(/the key is `(\d+)`/.exec(PAGE)?.[1]),
  bytes: Buffer.from(fenceAfter('The bytes, in order:').map(hexOf).join(''), 'hex'),
})

/** 2,000 rows whose totals rise with the players; a cache shows each for `shown` minutes. Some rows are missing. */
function totalsOfPlayers(shown: number): Block {
  const block = emptyBlock(7, 2_000)
  const totals = [5e6, 4e5, 3e4, 2e3]
  const rates = [0.9, 0.5, 0.4, 0.3]
  for (let row = 0; row < 2_000; row++) {
    block.minutes[row] = 29_686_320 + row + (row > 700 ? 30 : 0)
    // The players of a row tell nothing of those of the next.
    block.columns.ccu[row] = 5_000 + ((row * row * 7_919) % 4_801)
    COLUMNS.slice(1).forEach((name, index) => {
      totals[index] = (totals[index] ?? 0) + Math.round((block.columns.ccu[row] ?? 0) * (rates[index] ?? 0)) + (row % 3)
      const isShown = row % shown === 0 || (row + index) % 5 === 0
      block.columns[name][row] = row > 0 && !isShown ? (block.columns[name][row - 1] ?? 0) : (totals[index] ?? 0)
    })
  }
  for (let row = 0; row < 2_000; row += 97) block.columns.likes[row] = block.columns.dislikes[row] = Number.NaN
  return block
}

/** The low bits of the byte `prediction` of each column, in order. */
function predictionsOf(bytes: Uint8Array): number[] {
  const reader = new ByteReader(bytes, 1)
  for (let field = 0; field < 4; field++) reader.varint()
  return Array.from({ length: reader.byte() }, () => {
    reader.byte()
    const length = reader.varint()
    const column = new ByteReader(bytes, reader.skip(length))
    const presence = column.byte()
    if (presence === 1) for (let left = column.varint(); left > 0; left--) column.varint()
    return column.byte() & 15
  })
}

describe('the worked example of FORMAT.md', () => {
  it('decodes to the samples of the page, in TypeScript and in C++', () => {
    const { key, bytes } = example()
    const lines = fenceAfter('The samples:').slice(1)
    const samples = lines.map((line) => line.trim().replaceAll(/ +/g, ' '))
    expect(samples).toHaveLength(6)
    expect(decoder.decode([{ key, bytes }])).toEqual([samples])
    expect(numbersOf(decodeSegment(bytes, 7, undefined, key).block)).toEqual(readNumbers(samples))
  })

  it('is what the service writes for these samples', () => {
    const { key, bytes } = example()
    const { block } = decodeSegment(bytes, 7, undefined, key)
    expect(keyFor({ ...block, universeId: 3 })).toBe(key)
    const { bytes: written } = segmentOf({ ...block, universeId: 3 })
    expect(Buffer.from(written).toString('hex')).toBe(Buffer.from(bytes).toString('hex'))
  })

  it('shows each column as bits that are those of its bytes', () => {
    const bits = fenceAfter('The blocks as bits:').map((line) => line.trim().split(/ {2,}/))
    const hex = fenceAfter('The bytes, in order:').map(hexOf)
    expect(bits.length).toBeGreaterThanOrEqual(6)
    for (const [bytes = '', shown = ''] of bits) {
      const number = shown.replaceAll(/[^01]/g, '')
      const length = bytes.replaceAll(' ', '').length * 4
      expect(hex).toContain(bytes.replaceAll(' ', ''))
      expect(number).toBe(
        BigInt(`0x${bytes.replaceAll(' ', '')}`)
          .toString(2)
          .padStart(length, '0'),
      )
    }
  })
})

describe('the decoder in C++', () => {
  it(`has at most ${MAX_LINES} lines`, () => {
    const lines = readFileSync(DECODER_SOURCE, 'utf8').trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(MAX_LINES)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(MAX_LINE_LENGTH)
  })

  it('decodes random segments to what was encoded, to the last digit', () => {
    const blocks = fc.array(anyBlock, { minLength: 25, maxLength: 25 })
    fc.assert(
      fc.property(blocks, (blocks) => {
        const decoded = decoder.decode(blocks.map(segmentOf))
        expect(decoded).toHaveLength(blocks.length)
        for (const [index, block] of blocks.entries())
          expect(readNumbers(decoded[index] ?? [])).toEqual(numbersOf(block))
      }),
      { numRuns: 4 },
    )
  })

  it('decodes a segment that grew, one that was thinned out, and one of the first format', () => {
    fc.assert(
      fc.property(anyBlock, fc.double({ min: 0, max: 1, noNaN: true }), (block, part) => {
        const key = keyFor(block)
        const before = rowsOf(block, 0, Math.max(1, Math.floor(part * block.minutes.length)))
        const grown = encodeSegment(block, 1, decodeSegment(encodeSegment(before), 7), key)
        const segments = [grown, encodeSegment(block, 60, undefined, key), encodeSegment(block)]
        const decoded = decoder.decode(segments.map((bytes) => ({ key, bytes })))
        for (const lines of decoded) expect(readNumbers(lines)).toEqual(numbersOf(block))
        expect(decoded).toHaveLength(3)
      }),
      { numRuns: 15 },
    )
  })

  it.each([
    { prediction: 'share', number: 4, shown: 1 },
    { prediction: 'held', number: 5, shown: 4 },
  ])('decodes totals that follow the players, by the prediction $prediction', ({ number, shown }) => {
    const block = totalsOfPlayers(shown)
    const { key, bytes } = segmentOf(block)
    expect(predictionsOf(bytes).slice(2)).toEqual([number, number, number, number])
    for (const before of [1, 300, 1_400]) {
      const start = decodeSegment(segmentOf(rowsOf(block, 0, before)).bytes, 7, undefined, key)
      const grown = encodeSegment(block, 1, start, key)
      expect(readNumbers(decoder.decode([{ key, bytes: grown }])[0] ?? [])).toEqual(numbersOf(block))
      expect(decodeSegment(grown, 7, undefined, key).block).toEqual(block)
    }
  })

  it('rejects a segment with a changed byte, one that was cut off, and one under the key of another', () => {
    const damage = fc.record({ block: anyBlock, at: fc.nat(), flip: fc.integer({ min: 1, max: 255 }) })
    fc.assert(
      fc.property(fc.array(damage, { minLength: 25, maxLength: 25 }), (damages) => {
        const segments = damages.flatMap(({ block, at, flip }) => {
          const { key, bytes } = segmentOf(block)
          const changed = bytes.map((byte, index) => (index === at % bytes.length ? byte ^ flip : byte))
          const cut = bytes.subarray(0, 1 + (at % (bytes.length - 1)))
          return [changed, cut].map((bytes) => ({ key, bytes })).concat({ key: key + 1, bytes })
        })
        expect(decoder.decode(segments)).toEqual(segments.map(() => ERROR))
      }),
      { numRuns: 4 },
    )
  })
})
