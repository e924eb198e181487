// Import, size, readings in process and over HTTP: the series engine beside the plain row store.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MINUTES, dayOf } from '../../../src/domain/clock.js'
import type { Store } from '../../../src/domain/ports/store.js'
import type { Block } from '../../../src/domain/sample.js'
import type { SampleExport } from '../../../src/domain/sample-file.js'
import { FILE_FORMATS } from '../../../src/files/formats.js'
import { type Benchmark, count, inFolder } from '../bench.js'
import { type HttpFigures, measureHttp } from '../http/figures.js'
import { compared } from '../measure.js'
import type { Report } from '../report.js'
import { bytesOf, END, fill, STORES, type StoreName } from './stores.js'

/** As many as the row store is given: it takes long, and its figures grow in proportion. */
const ROW_STORE_SIZE = 20
const DAYS = 30
/** More of so many universes would fill the disk. */
const MAX_RECORDS = 100_000_000

interface BenchmarkStore {
  readonly store: Store
  readonly file: string
  readonly days: number
  /** M records a second. */
  readonly speed: number
  readonly records: number
}

interface FigurePair {
  readonly value: number
  readonly rows: number
}

export const benchStore: Benchmark = (report, options) =>
  inFolder(async (folder) => {
    const part = options.quick ? 0.2 : 1
    const stored = await filled(folder, 'rows', ROW_STORE_SIZE)
    // A file belongs to one process at a time.
    stored.store.close()
    const rowsHttp = await measureHttp({ ...stored, kind: 'rows', size: ROW_STORE_SIZE, part: 0.2 })
    const rowsBytes = (await bytesOf(stored.file)) / stored.records
    const rows = { ...stored, store: await STORES.rows(stored.file) }
    for (const size of options.sizes) {
      const engine = await filled(folder, 'engine', size)
      const of = `${count(size)} universes × ${engine.days} days`
      const speed = { value: engine.speed, rows: rows.speed, unit: 'M rec/s', goal: 2, more: true }
      report.add({ figure: `${of}: import in process`, ...speed })
      await printReadings(report, of, engine, rows, part)
      engine.store.close()
      const bytes = { value: (await bytesOf(engine.file)) / engine.records, rows: rowsBytes, unit: 'B' }
      const aims = engine.days === DAYS ? { goal: 3, ratio: 12 } : {}
      report.add({ figure: `${of}: bytes a record, rollups included`, ...bytes, ...aims })
      printHttp(report, of, size, await measureHttp({ ...engine, kind: 'engine', size, part }), rowsHttp)
      for (const ending of ['', '-wal', '-shm']) await rm(`${engine.file}${ending}`, { force: true })
    }
    rows.store.close()
  })

async function filled(folder: string, kind: StoreName, size: number): Promise<BenchmarkStore> {
  const file = join(folder, `${kind}.db`)
  const store = await STORES[kind](file)
  const days = Math.min(DAYS, Math.floor(MAX_RECORDS / size / DAY_MINUTES))
  const { ms, records } = await fill(store, size, days, kind === 'rows' ? { by: DAY_MINUTES } : {})
  return { store, file, days, speed: records / ms / 1_000, records }
}

async function printReadings(
  report: Report,
  of: string,
  engine: BenchmarkStore,
  rows: BenchmarkStore,
  part: number,
): Promise<void> {
  const beside = (rounds: number, work: (store: Store) => () => Promise<void>): Promise<FigurePair> =>
    compared(Math.ceil(rounds * part), work(engine.store), work(rows.store))
  const range = { start: dayOf(END) - 29, end: dayOf(END) }
  const rollups = await beside(5, (store) => async () => {
    for (let id = 1; id <= ROW_STORE_SIZE; id++) await store.series.rollups(id, range, { interval: 1, until: END + 1 })
  })
  report.add({ figure: `${of}: ${ROW_STORE_SIZE} games' summaries in process`, ...rollups, unit: 'ms', ratio: 50 })
  for (const format of ['csv', 'json'] as const) {
    const ms = await beside(15, (store) => async () => {
      for await (const _ of FILE_FORMATS[format].encode(exportOf(engine.days, lastDays(store, engine.days))))
        await undefined
    })
    const speed = (taken: number): number => (engine.days * DAY_MINUTES) / taken / 1_000
    report.add({
      figure: `${of}: ${format.toUpperCase()} of a game in process`,
      value: speed(ms.value),
      rows: speed(ms.rows),
      unit: 'M rec/s',
      more: true,
      ...(format === 'csv' && engine.days === DAYS && { ratio: 6 }),
    })
  }
}

const lastDays = (store: Store, days: number): AsyncIterable<Block> =>
  store.series.blocks(1, END - days * DAY_MINUTES, END)

export const exportOf = (days: number, blocks: AsyncIterable<Block>): SampleExport => ({
  game: {
    id: 1,
    accountId: 1,
    universeId: 1,
    name: 'G',
    channelId: null,
    isActive: true,
    isPausedByPlan: false,
    isPublic: false,
    createdAt: 0,
  },
  range: { start: dayOf(END) - days, end: dayOf(END) },
  blocks,
  revenue: new Map<number, number>(),
})

function printHttp(report: Report, of: string, size: number, http: HttpFigures, rows: HttpFigures): void {
  const ms = (figure: string, name: keyof HttpFigures, goal?: number) => {
    // The row store holds ROW_STORE_SIZE universes: what all games have a part in is beside it only where they are as many.
    const isAlike = size === ROW_STORE_SIZE || name === 'latest' || name === 'summary'
    const beside = { value: http[name], rows: isAlike ? rows[name] : undefined }
    report.add({ figure: `${of}: ${figure} over HTTP, p50`, ...beside, unit: 'ms', goal })
  }
  ms('latest', 'latest', 0.25)
  ms('ranking', 'ranking', size <= 200 ? 0.8 : undefined)
  ms("one game's 30-day summary", 'summary', 1)
  ms("all games' 30-day summary", 'summaries', size <= 200 ? 20 : undefined)
  const rate = { unit: 'M rec/s', more: true }
  report.add({ figure: `${of}: CSV of a game over HTTP`, value: http.csv, rows: rows.csv, goal: 3, ...rate })
  report.add({ figure: `${of}: JSON of a game over HTTP`, value: http.json, rows: rows.json, goal: 2, ...rate })
}
