// npm run bench: the figures of the series engine beside those of the plain row store, from the same run.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MINUTES, dayOf, MINUTE_MS, WEEK_MINUTES } from '../../src/domain/clock.js'
import type { Store } from '../../src/domain/ports/store.js'
import { samplesCsv } from '../../src/files/samples-csv.js'
import { record } from '../store/contract/support.js'
import { Crowd } from './series/data.js'
import { measureHttp } from './series/http.js'
import { longestBlock, quantile, Report, timed, times } from './series/measure.js'
import { type Bench, bytesOf, END, fill, openEngine, openRows } from './series/stores.js'

const UNIVERSES = Number(process.env.BENCH_UNIVERSES ?? 200)
const DAYS = Number(process.env.BENCH_DAYS ?? 30)
/** As many as the row store is given: it takes long, and its figures grow in proportion. */
const FEW = Math.min(20, UNIVERSES)

const bench: Bench = { now: END * MINUTE_MS, folder: await mkdtemp(join(tmpdir(), 'headcount-bench-')) }
const report = new Report()

async function disk(): Promise<void> {
  const engine = await openEngine(bench, 'engine.db')
  const rows = await openRows(bench, 'rows.db')
  const whole = await fill(engine, UNIVERSES, DAYS)
  const few = await fill(rows, FEW, DAYS, DAY_MINUTES)
  report.add({
    figure: 'import in process',
    value: whole.records / whole.ms / 1_000,
    unit: 'M rec/s',
    goal: 2,
    more: true,
    rows: few.records / few.ms / 1_000,
  })
  await readings(engine, rows)
  engine.close()
  rows.close()
  report.add({
    figure: `bytes a record on disk, ${UNIVERSES} universes × ${DAYS} days, rollups included`,
    value: (await bytesOf(bench, 'engine.db')) / whole.records,
    unit: 'B',
    goal: 3,
    rows: (await bytesOf(bench, 'rows.db')) / few.records,
    ratio: 12,
  })
}

const exportOf = (store: Store) => ({
  game: {
    id: 1,
    accountId: 1,
    universeId: 1,
    name: 'G',
    channelId: null,
    isActive: true,
    isPublic: false,
    createdAt: 0,
  },
  range: { start: dayOf(END) - 30, end: dayOf(END) },
  blocks: store.series.blocks(1, END - 30 * DAY_MINUTES, END),
  revenue: new Map<number, number>(),
})

async function readings(engine: Store, rows: Store): Promise<void> {
  const range = { start: dayOf(END) - 29, end: dayOf(END) }
  const all = (store: Store) => async () => {
    for (let id = 1; id <= FEW; id++) await store.series.rollups(id, range, { interval: 1, until: END + 1 })
  }
  const exported = (store: Store) => async () => {
    for await (const _ of samplesCsv(exportOf(store))) await undefined
  }
  const summary = {
    value: quantile(await times(200, all(engine)), 0.5),
    rows: quantile(await times(3, all(rows)), 0.5),
  }
  report.add({ figure: `${FEW} games, rollups of 30 days in process, p50`, ...summary, unit: 'ms', ratio: 50 })
  const records = Math.min(30, DAYS) * DAY_MINUTES
  const speed = async (store: Store, count: number) =>
    records / quantile(await times(count, exported(store)), 0.5) / 1_000
  const value = await speed(engine, 20)
  report.add({
    figure: 'CSV of 30 days in process',
    value,
    rows: await speed(rows, 4),
    unit: 'M rec/s',
    more: true,
    ratio: 6,
  })
}

async function ticks(universes: number, goal: number, ratio?: number): Promise<void> {
  const measured: number[] = []
  for (const open of [openEngine, openRows]) {
    const store = await open(bench, `ticks-${open.name}-${universes}.db`)
    const crowds = Array.from({ length: universes }, (_, index) => new Crowd(index + 1, END))
    const taken: number[] = []
    for (let minute = END; minute < END + (universes > 5_000 ? 25 : 60); minute++) {
      const samples = crowds.map((crowd) => crowd.sample())
      taken.push(await timed(() => record(store, minute, { samples })))
      if (minute === END + 5) await store.series.latest([1])
    }
    measured.push(quantile(taken, 0.5))
    store.close()
  }
  const [value = Number.NaN, rows] = measured
  report.add({ figure: `durable tick of ${universes}, p50`, value, rows, unit: 'ms', goal, ...(ratio && { ratio }) })
}

/** In the middle of a week, when a segment is half full. */
async function hourlyFold(universes: number): Promise<void> {
  const store = await openEngine(bench, `fold-${universes}.db`)
  const begin = Math.floor(END / WEEK_MINUTES) * WEEK_MINUTES
  const middle = begin + WEEK_MINUTES / 2
  const crowds = Array.from({ length: universes }, (_, index) => new Crowd(index + 1, begin))
  for (const crowd of crowds) await store.series.importBlock(crowd.block(WEEK_MINUTES / 2))
  for (let minute = middle; minute < middle + 60; minute++)
    await record(store, minute, { samples: crowds.map((crowd) => crowd.sample()) })
  bench.now = (middle + 62) * MINUTE_MS
  await store.series.latest([1])
  const before = process.cpuUsage()
  const block = await longestBlock(() => store.series.maintain())
  const { user, system } = process.cpuUsage(before)
  report.add({
    figure: `fold of ${universes} universes' hour, CPU`,
    value: (user + system) / 1e6,
    unit: 's',
    goal: 1.5,
  })
  report.add({ figure: 'longest block of the event loop while it folds', value: block, unit: 'ms', goal: 5 })
  store.close()
  bench.now = END * MINUTE_MS
}

async function memory(universes: number, goal: number): Promise<void> {
  const store = await openEngine(bench, `memory-${universes}.db`)
  const crowds = Array.from({ length: universes }, (_, index) => new Crowd(index + 1, END - 90))
  for (let minute = END - 90; minute < END; minute++)
    await record(store, minute, { samples: crowds.map((crowd) => crowd.sample()) })
  await store.series.latest(crowds.map(({ universeId }) => universeId))
  globalThis.gc?.()
  report.add({
    figure: `resident memory, ${universes} universes, 90 open minutes (the bench's own included)`,
    value: process.memoryUsage().rss / 2 ** 20,
    unit: 'MiB',
    goal,
  })
  store.close()
}

const wanted = (process.env.BENCH_ONLY ?? 'memory,disk,http,ticks,fold').split(',')
try {
  if (wanted.includes('memory'))
    for (const [universes, goal] of [
      [1_000, 256],
      [10_000, 400],
    ] as const)
      await memory(universes, goal)
  if (wanted.includes('disk')) await disk()
  if (wanted.includes('http')) await measureHttp(bench, 'engine.db', UNIVERSES, report)
  if (wanted.includes('ticks')) {
    await ticks(20, 0.6)
    await ticks(200, 0.6)
    await ticks(1_000, 1.6)
    await ticks(10_000, 12, 15)
  }
  if (wanted.includes('fold')) await hourlyFold(1_000)
} finally {
  await rm(bench.folder, { recursive: true })
}
process.exitCode = report.print() ? 0 : 1
