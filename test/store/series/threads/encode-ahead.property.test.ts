// Weeks that a thread encodes ahead of their import are stored byte for byte like those that are encoded where they are written.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WEEK_MINUTES } from '../../../../src/domain/clock.js'
import type { PreparedImport } from '../../../../src/domain/ports/series.js'
import { cadencesOf } from '../../../../src/domain/rules/cadence.js'
import { openStore } from '../../../../src/store/open-store.js'
import { Database } from '../../../../src/store/sqlite/driver.js'
import { encodeAhead } from '../../../../src/store/values/encoding/encode-ahead.js'
import { blockOf, gap, NOW, record, sample } from '../../contract/support.js'

const WEEK = Math.floor(NOW / 60_000 / WEEK_MINUTES)
const TABLES = ['segment', 'rollup', 'hour_samples', 'series', 'gap', 'import_cadence', 'event']
const clock = { now: () => NOW, monotonic: () => NOW }

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-ahead-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Rows of one week of a universe; an import of the same week again corrects it, or goes on with it. */
const week = fc
  .record({
    universe: fc.constantFrom(5, 6),
    ago: fc.integer({ min: 1, max: 3 }),
    from: fc.constantFrom(0, 0, 40, 3_000),
    count: fc.integer({ min: 1, max: 400 }),
    every: fc.constantFrom(1, 1, 5),
    ccu: fc.nat({ max: 100_000 }),
    votes: fc.constantFrom(null, 12, 5_000),
  })
  .map(({ universe, ago, from, count, every, ccu, votes }): PreparedImport => {
    const minutes = Array.from({ length: count }, (_, index) => (WEEK - ago) * WEEK_MINUTES + from + index * every)
    const rows = minutes.map((minute, index) => sample(universe, minute, ccu + ((index * 7_919) % 311), votes))
    return { block: blockOf(universe, rows), cadences: cadencesOf(Int32Array.from(minutes)) }
  })
const history = fc.record({
  stored: fc.array(week, { maxLength: 3 }),
  imported: fc.array(week, { minLength: 1, maxLength: 8 }),
})

async function* each(weeks: readonly PreparedImport[]): AsyncGenerator<PreparedImport> {
  yield* weeks
}

/** Returns what the file has after the imports, beside head rows and gaps. */
async function contentsAfter(
  name: string,
  stored: readonly PreparedImport[],
  imported: AsyncIterable<PreparedImport>,
): Promise<unknown> {
  const file = join(folder, name)
  const store = await openStore(`file:${file}`, { clock, clockState: () => 'correct' })
  const counts: unknown[] = []
  try {
    const start = (WEEK - 2) * WEEK_MINUTES
    const samples = [5, 6].map((id) => sample(id, start + 50, 9))
    await record(store, start + 50, { samples, gaps: [gap(5, start - 9_000, start + 40)] })
    for (const { block, cadences } of stored) await store.series.importBlock(block, cadences)
    for await (const { block, cadences } of imported) counts.push(await store.series.importBlock(block, cadences))
  } finally {
    await store.close()
  }
  const raw = new Database(file, { readonly: true })
  try {
    return { counts, tables: TABLES.map((table) => raw.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all()) }
  } finally {
    raw.close()
  }
}

it('are stored byte for byte the same, also where something is stored already', async () => {
  let round = 0
  await fc.assert(
    fc.asyncProperty(history, async ({ stored, imported }) => {
      round++
      const ahead = await contentsAfter(`${round}-ahead.db`, stored, encodeAhead(each(imported), 0))
      expect(ahead).toEqual(await contentsAfter(`${round}-there.db`, stored, each(imported)))
    }),
    { numRuns: 15 },
  )
}, 120_000)

it('are all encoded ahead, in their order, where there are many rows, and none where there are few', async () => {
  const weeks = Array.from({ length: 9 }, (_, index): PreparedImport => {
    const rows = Array.from({ length: 20 }, (_, row) => sample(5, (WEEK - 9 + index) * WEEK_MINUTES + row))
    return { block: blockOf(5, rows), cadences: new Int32Array(20).fill(1) }
  })
  for (const [minThreadRows, isEncoded] of [[60, true] as const, [181, false] as const]) {
    const found: PreparedImport[] = []
    for await (const prepared of encodeAhead(each(weeks), minThreadRows)) found.push(prepared)
    expect(found.map(({ block }) => block.minutes[0])).toEqual(weeks.map(({ block }) => block.minutes[0]))
    expect(found.map(({ block }) => block.encoded !== undefined)).toEqual(new Array(9).fill(isEncoded))
  }
})
