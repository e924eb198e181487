// The series on PostgreSQL beside plain rows in the same server: space, log, ticks, summaries and exports.
import { DAY_MINUTES, HOUR_MINUTES, MINUTE_MS, type Minute, WEEK_MINUTES } from '../../../src/domain/clock.js'
import type { SeriesStore } from '../../../src/domain/ports/series.js'
import type { Sample } from '../../../src/domain/sample.js'
import { split } from '../../../src/series/blocks.js'
import { PARTITION_MINUTES } from '../../../src/store/postgres/series/loading/load-head-rows.js'
import { openPostgresStore } from '../../../src/store/postgres/store.js'
import { type Benchmark, count, inFolder } from '../bench.js'
import { median, quantile, timed } from '../measure.js'
import type { Report } from '../report.js'
import { SampleGenerator } from '../series/data.js'
import { type PlainRows, plainRows } from './plain-rows.js'
import { type BenchServer, startBenchServer } from './server.js'

const DAYS = 30
const SERIES_TABLES = "'segment', 'rollup', 'series', 'series_version', 'hour_samples'"
/** The end of the month that is imported, and the middle of the week that follows. */
const [MONTH_END, MID_WEEK] = [WEEK_MINUTES * 2_946, WEEK_MINUTES * 2_946 + WEEK_MINUTES / 2]

interface PostgresWorld {
  readonly report: Report
  readonly server: BenchServer
  readonly series: SeriesStore
  readonly plain: PlainRows
  readonly isQuick: boolean
  setNow(minute: Minute): void
}

export const benchPostgres: Benchmark = (report, { quick }) =>
  inFolder(async (folder) => {
    const server = await startBenchServer(folder)
    let now = MONTH_END
    const clock = { now: () => now * MINUTE_MS, monotonic: () => now * MINUTE_MS }
    const store = await openPostgresStore(server.url, { clock, clockState: () => 'correct' })
    const plain = plainRows(server)
    const world: PostgresWorld = {
      report,
      server,
      series: store.series,
      plain,
      isQuick: quick,
      setNow: (minute) => {
        now = minute
      },
    }
    try {
      await plain.create()
      await measureReads(world)
      await measureLog(world)
      await measureTicks(world)
    } finally {
      await store.close()
      await server.stop()
    }
  })

const record = (series: SeriesStore, minute: Minute, samples: readonly Sample[]): Promise<void> =>
  series.recordTick({
    minute,
    samples,
    gaps: [],
    facts: [],
    schedules: [],
    cursor: { minute, clockWasWrong: false },
  })

async function measureReads({ report, server, series, plain, isQuick }: PostgresWorld): Promise<void> {
  const universes = isQuick ? 20 : 200
  const ids = Array.from({ length: universes }, (_, index) => index + 1)
  for (const id of ids) {
    const block = new SampleGenerator(id, MONTH_END - DAYS * DAY_MINUTES).block(DAYS * DAY_MINUTES)
    for (const week of split(block, WEEK_MINUTES)) await series.importBlock(week, undefined, 'with the next write')
    await plain.load(block)
  }
  await server.query('VACUUM ANALYZE')
  const [stored] = await server.query<{ bytes: number }>(
    `SELECT sum(pg_total_relation_size(oid))::float8 AS bytes FROM pg_class WHERE relname IN (${SERIES_TABLES})`,
  )
  const samples = universes * DAYS * DAY_MINUTES
  const [value, rows] = [(stored?.bytes ?? Number.NaN) / samples, (await plain.bytes()) / samples]
  report.add({ figure: `PostgreSQL, ${universes} × 30 d: bytes a sample`, value, rows, unit: 'B', goal: 3.5 })

  const range = { start: MONTH_END / DAY_MINUTES - DAYS, end: MONTH_END / DAY_MINUTES - 1 }
  const view = { interval: 1, until: MONTH_END }
  const [from, until] = [MONTH_END - DAYS * DAY_MINUTES, MONTH_END]
  const summarize = (some: readonly number[]) => Promise.all(some.map((id) => series.rollups(id, range, view)))
  for (const some of [ids.slice(0, 1), ids]) {
    const figure = `PostgreSQL, 30 days of ${count(some.length)} summed up`
    // Enough for the code of a call to be compiled, as it is in a service that runs.
    const [rounds, plainRounds] = some.length === 1 ? [4_000, 20] : [60, 3]
    report.add({
      figure,
      unit: 'ms',
      value: await median(rounds, () => summarize(some)),
      rows: await median(plainRounds, () => plain.summary(some, from, until)),
    })
  }
  report.add({
    figure: 'PostgreSQL, server time of an export of 30 days',
    unit: 'ms',
    value: await serverTime(server, isQuick ? 100 : 400, () => readAll(series, from, until)),
    rows: await serverTime(server, isQuick ? 10 : 40, () => plain.export(1, from, until)),
  })
}

async function readAll(series: SeriesStore, from: Minute, until: Minute): Promise<number> {
  let samples = 0
  for await (const block of series.blocks(1, from, until)) samples += block.minutes.length
  return samples
}

/** Milliseconds of processor time of the server for one of `rounds`. */
async function serverTime(server: BenchServer, rounds: number, work: () => Promise<unknown>): Promise<number> {
  await work()
  const before = server.processorSeconds()
  for (let round = 0; round < rounds; round++) await work()
  return ((server.processorSeconds() - before) * 1_000) / rounds
}

/** A generator for each universe, of which each call makes the samples of the next minute. */
function tickSource(universes: number, from: Minute): () => Sample[] {
  const generators = Array.from({ length: universes }, (_, index) => new SampleGenerator(index + 1_000, from))
  return () => generators.map((one) => one.sample())
}

async function measureTicks({ report, server, series, plain, isQuick, setNow }: PostgresWorld): Promise<void> {
  let minute = MID_WEEK + DAY_MINUTES
  setNow(minute)
  const ticks = isQuick ? 5 : 20
  const next = tickSource(10_000, minute)
  const value = await serverTime(server, ticks, () => record(series, minute++, next()))
  const rows = await serverTime(server, ticks, () => plain.write(next()))
  report.add({ figure: 'PostgreSQL, server time of a tick of 10,000', value, rows, unit: 'ms' })
  const large = tickSource(100_000, minute)
  const taken: number[] = []
  for (let round = 0; round < 3; round++) {
    const samples = large()
    taken.push(await timed(() => record(series, minute++, samples)))
  }
  report.add({ figure: 'PostgreSQL, durable tick of 100,000', value: quantile(taken, 0.5) / 1_000, unit: 's', goal: 5 })
}

/** Ticks of a whole partition in the middle of a week whose first half is compacted, and their compaction. */
async function measureLog({ report, server, series, isQuick, setNow }: PostgresWorld): Promise<void> {
  const [universes, hours] = [isQuick ? 100 : 300, PARTITION_MINUTES / HOUR_MINUTES]
  const firstId = 200_000
  const generators = Array.from(
    { length: universes },
    (_, index) => new SampleGenerator(firstId + index, MID_WEEK - WEEK_MINUTES / 2),
  )
  for (const generator of generators) await series.importBlock(generator.block(WEEK_MINUTES / 2))
  // What the month that was imported before has left to do is not of these samples.
  setNow(MID_WEEK)
  await series.maintain()
  await server.query('CHECKPOINT')
  let minute = MID_WEEK
  const bytes = await server.logBytes(async () => {
    for (; minute < MID_WEEK + hours * HOUR_MINUTES; minute++)
      await record(
        series,
        minute,
        generators.map((one) => one.sample()),
      )
    setNow(minute + HOUR_MINUTES)
    await series.maintain()
  })
  const value = bytes / (universes * hours * HOUR_MINUTES)
  report.add({ figure: 'PostgreSQL, write-ahead log a sample, compaction included', value, unit: 'B', goal: 250 })
}
