// Blocks of whole weeks, of which another thread decodes the next ones.

import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MINUTE_MS, WEEK_MINUTES } from '../../../../src/domain/clock.js'
import type { Store } from '../../../../src/domain/ports/store.js'
import type { Sample } from '../../../../src/domain/sample.js'
import { bufferIn, decodeSegment, encodeSegment, newWeekMemory } from '../../../../src/series/codec/segment.js'
import { openStore } from '../../../../src/store/open-store.js'
import { Database } from '../../../../src/store/sqlite/driver.js'
import { WeekDecoder } from '../../../../src/store/values/encoding/decode-ahead.js'
import { OrderedThreads } from '../../../../src/threads/ordered-threads.js'
import { blockOf, sample, samplesOf } from '../../contract/support.js'

const ID = 5
const WEEKS = 10
const FIRST_WEEK = 2_900
/** As many as the thread decodes at least, and some. */
const ROWS = 4_200
const SPAN = { from: FIRST_WEEK * WEEK_MINUTES, until: (FIRST_WEEK + WEEKS) * WEEK_MINUTES }
const NOW = (SPAN.until + 60) * MINUTE_MS

const samplesOfWeek = (week: number, ccu: number): Sample[] =>
  Array.from({ length: ROWS }, (_, row) => sample(ID, week * WEEK_MINUTES + row * 2, ccu + ((row * 7_919) % 311), row))

let folder = ''
let store: Store
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-whole-'))
  const clock = { now: () => NOW, monotonic: () => NOW }
  store = await openStore(`file:${join(folder, 'headcount.db')}`, { clock, clockState: () => 'correct' })
  for (let week = FIRST_WEEK; week < FIRST_WEEK + WEEKS; week++)
    await store.series.importBlock(blockOf(ID, samplesOfWeek(week, week)))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await store.close()
  await rm(folder, { recursive: true })
})

const everything = (): Sample[] =>
  Array.from({ length: WEEKS }, (_, index) => samplesOfWeek(FIRST_WEEK + index, FIRST_WEEK + index)).flat()

/** Reads all of them; each block is looked at before the next one is asked for. */
async function readWhole(afterBlock: (lastMinute: number) => Promise<unknown> = async () => undefined) {
  const found: Sample[] = []
  for await (const block of store.series.wholeBlocks(ID, SPAN)) {
    found.push(...samplesOf(block))
    await afterBlock(block.minutes.at(-1) ?? 0)
  }
  return found
}

/** Reads until the thread has decoded all weeks but the first of a read. Returns that read. */
async function readWithThread(): Promise<Sample[]> {
  const decode = vi.spyOn(WeekDecoder.prototype, 'decode')
  for (let times = 0; times < 500; times++) {
    decode.mockClear()
    const found = await readWhole()
    const replies = await Promise.all(decode.mock.results.map(({ value }) => value))
    if (replies.filter(({ header }) => header !== undefined).length === WEEKS - 1) return found
    await delay(20)
  }
  throw new Error('The thread has not decoded the weeks.')
}

/** On one processor there is no other thread. */
const hasThread = availableParallelism() > 1

describe.runIf(hasThread)('blocks of whole weeks', () => {
  it('are the samples that are stored, whether a thread decoded them or not', async () => {
    expect(await readWhole()).toEqual(everything())
    expect(await readWithThread()).toEqual(everything())
  })

  it('hold what was imported into a week that the thread had decoded', async () => {
    await readWithThread()
    const corrected = FIRST_WEEK + 4
    const found = await readWhole(async (lastMinute) => {
      // The week after this one is decoded ahead, and waits.
      if (Math.floor(lastMinute / WEEK_MINUTES) !== corrected - 1) return
      await delay(50)
      await store.series.importBlock(blockOf(ID, samplesOfWeek(corrected, 9_000)))
    })
    expect(found.filter(({ ccu }) => ccu >= 9_000)).toEqual(samplesOfWeek(corrected, 9_000))
  })

  it('are those of each reader where several read at once', async () => {
    await readWithThread()
    const read = await Promise.all([readWhole(), readWhole(() => delay(1)), readWhole()])
    for (const found of read) expect(found).toEqual(everything())
  })

  it('end with an error at a damaged week, and not before it', async () => {
    await readWithThread()
    const raw = new Database(join(folder, 'headcount.db'))
    const keys = raw.prepare<[], number>('SELECT key FROM segment ORDER BY key').pluck().all()
    raw.prepare('UPDATE segment SET data = zeroblob(length(data)) WHERE key = ?').run(keys[6])
    raw.close()
    const weeks = new Set<number>()
    const reading = readWhole(async (lastMinute) => weeks.add(Math.floor(lastMinute / WEEK_MINUTES) - FIRST_WEEK))
    await expect(reading).rejects.toMatchObject({ code: 'INTERNAL_ERROR' })
    expect([...weeks]).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('are complete where the thread ends while they are read', async () => {
    for (let times = 0; times < 5; times++) {
      await readWithThread()
      vi.spyOn(WeekDecoder.prototype, 'decode').mockImplementationOnce(function (this: WeekDecoder, ...order) {
        const reply = this.decode(...order)
        this.stop()
        return reply
      })
      expect(await readWhole()).toEqual(everything())
    }
  })
})

describe.runIf(hasThread)('decoding ahead', () => {
  const key = 77
  const bytes = encodeSegment(blockOf(ID, samplesOfWeek(FIRST_WEEK, 40)), 1, undefined, key)
  let ahead: WeekDecoder
  beforeEach(() => {
    ahead = new WeekDecoder()
  })
  afterEach(() => ahead.stop())

  /** Waits until the thread decodes. */
  async function decoded(given: Uint8Array) {
    const header = async () => (await ahead.decode(newWeekMemory(), { bytes, key }, WEEKS)).header
    await vi.waitFor(async () => expect(await header()).toBeDefined(), { timeout: 30_000 })
    return ahead.decode(newWeekMemory(), { bytes: given, key }, WEEKS)
  }

  it('fills the memory with the rows that this thread would decode', async () => {
    const { memory, header } = await decoded(bytes)
    const room = { ...bufferIn(memory), decoded: header && { bytes, key, header } }
    const { columns: _, ...segment } = decodeSegment(bytes, ID, room, key)
    const { columns: __, ...expected } = decodeSegment(bytes, ID, undefined, key)
    expect(segment).toEqual(expected)
  })

  it('leaves damaged bytes to the one that reads the week', async () => {
    const damaged = Uint8Array.from(bytes)
    damaged[20] = (damaged[20] ?? 0) ^ 1
    expect(await decoded(damaged)).toMatchObject({ header: undefined })
  })

  it('returns memory for each week where the thread ends', async () => {
    await decoded(bytes)
    const replies = Array.from({ length: 4 }, () => ahead.decode(newWeekMemory(), { bytes, key }, WEEKS))
    ahead.stop()
    for (const { memory } of await Promise.all(replies)) expect(memory.byteLength).toBe(newWeekMemory().byteLength)
  })

  it('gives back a fifth week at once, instead of waiting for four others', async () => {
    await decoded(bytes)
    const replies = Array.from({ length: 5 }, () => ahead.decode(newWeekMemory(), { bytes, key }, WEEKS))
    const headers = (await Promise.all(replies)).map(({ header }) => header !== undefined)
    expect(headers).toEqual([true, true, true, true, false])
  })

  it.each(['start', 'ask'] as const)(
    'is reported once where the thread fails to %s, and not tried again at once',
    async (step) => {
      const warn = vi.fn()
      const fails = vi.spyOn(OrderedThreads.prototype, step).mockImplementation(() => {
        throw new Error('No thread can be started.')
      })
      const failing = new WeekDecoder({ warn, error: warn, info: warn })
      for (let times = 0; times < 3; times++) {
        expect(await failing.decode(newWeekMemory(), { bytes, key }, WEEKS)).toMatchObject({ header: undefined })
        await delay(10)
      }
      expect(fails).toHaveBeenCalledTimes(1)
      expect(warn.mock.calls).toEqual([[{ err: expect.any(Error) }, expect.stringContaining('exports take longer')]])
    },
  )

  it.each([
    ['for a few weeks', bytes, 2],
    [
      'for weeks of few rows',
      encodeSegment(blockOf(ID, samplesOfWeek(FIRST_WEEK, 40).slice(0, 2_016)), 1, undefined, key),
      WEEKS,
    ],
  ])('does not begin %s', async (_, given, weeks) => {
    const start = vi.spyOn(OrderedThreads.prototype, 'start')
    for (let times = 0; times < 3; times++)
      expect(await ahead.decode(newWeekMemory(), { bytes: given, key }, weeks)).toMatchObject({ header: undefined })
    expect(start).not.toHaveBeenCalled()
    await ahead.decode(newWeekMemory(), { bytes, key }, WEEKS)
    expect(start).toHaveBeenCalledTimes(1)
  })
})
