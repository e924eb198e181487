// Segments and rollups of older formats are read, and written again in the background without a change of what they say.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WEEK_MINUTES } from '../../../src/domain/clock.js'
import { decodeRollups } from '../../../src/series/codec/rollups.js'
import { decodeSegment, encodeSegment } from '../../../src/series/codec/segment.js'
import { openStore } from '../../../src/store/open-store.js'
import { Database } from '../../../src/store/sqlite/driver.js'
import { blockOf, DAY, NOW, readSamples, sample } from '../contract/support.js'
import { encodeFormerRollups } from './decoder/former-rollups.js'

const clock = { now: () => NOW, monotonic: () => NOW }
const FIRST = Math.floor(DAY / WEEK_MINUTES - 3) * WEEK_MINUTES
const UNIVERSES = [5, 6]
const ROWS = 3_000
/** A segment of format 2: the samples of this minute and five more (FORMAT.md, before format 3). */
const SECOND_FORMAT =
  '020106e0e8a71c0706000e000302000000000000000000019c010a001030003d44873a4400020d000352b4100563fdb300014480' +
  '03090003005410f0e600100409023b030044112b60040508023b03002c13e080df66ebed'

let folder = ''
let file = ''
/** With a clock that is not known to be correct, nothing is thinned out. */
const open = () => openStore(`file:${file}`, { clock, clockState: () => 'unknown' })

/** Samples a few minutes apart, of visits that follow the players. */
const rowsOf = (id: number) => {
  let visits = 1_000_000
  return Array.from({ length: ROWS }, (_, row) => {
    const ccu = 3_000 + ((row * row * 7_919) % 2_999)
    visits += Math.round(ccu * 0.6)
    return { ...sample(id, FIRST + row * 5, ccu), visits }
  })
}

const database = <T>(work: (raw: InstanceType<typeof Database>) => T): T => {
  const raw = new Database(file)
  try {
    return work(raw)
  } finally {
    raw.close()
  }
}

interface Row {
  readonly key: number
  readonly data: Buffer
}
const segments = (): Row[] =>
  database((raw) => raw.prepare<[], Row>('SELECT key, data FROM segment ORDER BY key').all())

const rollups = (): Row[] => database((raw) => raw.prepare<[], Row>('SELECT key, data FROM rollup ORDER BY key').all())

/** The file as a Headcount left it that knew the first format of segments, and the third one of rollups. */
function makeOld(): void {
  database((raw) => {
    for (const { key, data } of segments())
      raw
        .prepare('UPDATE segment SET data = ? WHERE key = ?')
        .run(encodeSegment(decodeSegment(data, 5, undefined, key).block), key)
    for (const { key, data } of rollups())
      raw
        .prepare('UPDATE rollup SET data = ? WHERE key = ?')
        .run(encodeFormerRollups(decodeRollups(data, key), key), key)
    raw.prepare("INSERT INTO setting (key, value) VALUES ('series.rewritten_up_to', '-1')").run()
  })
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-old-segments-'))
  file = join(folder, 'headcount.db')
  const store = await open()
  for (const id of UNIVERSES) await store.series.importBlock(blockOf(id, rowsOf(id)))
  store.close()
  makeOld()
})
afterEach(() => rm(folder, { recursive: true }))

const bytesIn = (rows: readonly Row[]): number => rows.reduce((sum, { data }) => sum + data.length, 0)

describe('a file with segments of an older format', () => {
  it('is read, and its segments are written in the newest format by the maintenance, with the same samples', async () => {
    const before = segments()
    expect(new Set(before.map(({ data }) => data[0]))).toEqual(new Set([1]))
    const store = await open()
    const samples = await readSamples(store, 5, FIRST, FIRST + ROWS * 5)
    expect(samples).toHaveLength(ROWS)
    await store.series.maintain()
    store.close()
    const after = segments()
    expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key))
    expect(new Set(after.map(({ data }) => data[0]))).toEqual(new Set([3]))
    expect(bytesIn(after)).toBeLessThan(bytesIn(before))
    const again = await open()
    expect(await readSamples(again, 5, FIRST, FIRST + ROWS * 5)).toEqual(samples)
    again.close()
    expect(database((raw) => raw.prepare("SELECT * FROM setting WHERE key LIKE 'series.rewritten%'").all())).toEqual([])
  })

  it('is read, and its sums of days are written in the newest format, and say the same', async () => {
    const before = rollups()
    expect(new Set(before.map(({ data }) => data[0]))).toEqual(new Set([3]))
    const store = await open()
    await store.series.maintain()
    store.close()
    const after = rollups()
    expect(new Set(after.map(({ data }) => data[0]))).toEqual(new Set([4]))
    expect(bytesIn(after)).toBeLessThan(bytesIn(before) * 0.7)
    const said = (rows: readonly Row[]) => rows.map(({ key, data }) => decodeRollups(data, key))
    expect(said(after)).toEqual(said(before))
  })

  it('keeps a damaged segment as it is, and goes on after it', async () => {
    const [first] = segments()
    const damaged = Buffer.from(first?.data ?? [])
    damaged[20] = (damaged[20] ?? 0) ^ 1
    database((raw) => raw.prepare('UPDATE segment SET data = ? WHERE key = ?').run(damaged, first?.key))
    const store = await open()
    await store.series.maintain()
    store.close()
    const [kept, ...others] = segments()
    expect(kept?.data).toEqual(damaged)
    expect(new Set(others.map(({ data }) => data[0]))).toEqual(new Set([3]))
  })
})

describe('a segment of the second format', () => {
  it('decodes to its samples', () => {
    const { block, first } = decodeSegment(Buffer.from(SECOND_FORMAT, 'hex'), 3, undefined, 3_502_945)
    expect(first).toBe(29_686_320)
    expect([...block.columns.visits]).toEqual([39_206_917, 39_206_958, 39_206_999, 39_207_122, 39_207_163, 39_207_204])
    expect([...block.columns.likes]).toEqual([812, 812, Number.NaN, 813, 813, 813])
  })
})
