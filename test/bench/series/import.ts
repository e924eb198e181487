// `samples import` as the operator types it: a year of minutes of one universe, and as many rows of a rarer tracker, from a
// file into an empty database.
import { spawnSync } from 'node:child_process'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MINUTES } from '../../../src/domain/clock.js'
import type { Block } from '../../../src/domain/sample.js'
import { FILE_FORMATS } from '../../../src/files/formats.js'
import { projectRoot } from '../../../src/project-root.js'
import { split } from '../../../src/series/blocks.js'
import { openStore } from '../../../src/store/open-store.js'
import { type Benchmark, inFolder } from '../bench.js'
import { quantile } from '../measure.js'
import type { Report } from '../report.js'
import { SampleGenerator } from './data.js'
import { exportOf } from './store.js'
import { BenchClock, END } from './stores.js'

const ROUNDS = 5

export const benchImport: Benchmark = (report, { quick }) =>
  inFolder(async (folder) => {
    const days = quick ? 30 : 365
    const csv = join(folder, 'year.csv')
    const whole = new SampleGenerator(1, END - days * DAY_MINUTES).block(days * DAY_MINUTES)
    await writeFile(csv, FILE_FORMATS.csv.encode(exportOf(days, yielded(split(whole, DAY_MINUTES)))))
    const figure = `\`samples import\` of ${days} days of one universe, the program's start included`
    report.add({ figure, value: await secondsOf(join(folder, 'minutes'), csv), unit: 's' })
    await measureManyGames(report, join(folder, 'games'), quick ? 5 : 50)
    const rare = spread(whole, RARE_MINUTES)
    const rareDays = days * RARE_MINUTES
    await writeFile(csv, FILE_FORMATS.csv.encode(exportOf(rareDays, yielded(split(rare, DAY_MINUTES)))))
    const rareFigure = `the same of as many rows ${RARE_MINUTES} minutes apart, ${rareDays} days, which keep their cadence`
    report.add({ figure: rareFigure, value: await secondsOf(join(folder, 'rare'), csv), unit: 's' })
  })

const MANY_GAMES_DAYS = 30

/** The file of an operator who moves here: many games one after another. */
async function measureManyGames(report: Report, file: string, games: number): Promise<void> {
  const csv = `${file}.csv`
  const lines = await open(csv, 'w')
  for (let id = 1; id <= games; id++) {
    const block = new SampleGenerator(id, END - MANY_GAMES_DAYS * DAY_MINUTES).block(MANY_GAMES_DAYS * DAY_MINUTES)
    const source = exportOf(MANY_GAMES_DAYS, yielded(split(block, DAY_MINUTES)))
    let isHeader = id > 1
    for await (const piece of FILE_FORMATS.csv.encode({ ...source, game: { ...source.game, universeId: id } })) {
      const bytes = Buffer.from(piece)
      await lines.write(isHeader ? bytes.subarray(bytes.indexOf(10) + 1) : bytes)
      isHeader = false
    }
  }
  await lines.close()
  const seconds = await secondsOf(file, csv, games)
  const value = (games * MANY_GAMES_DAYS * DAY_MINUTES) / 1e6 / seconds
  const figure = `\`samples import\` of ${games} universes × ${MANY_GAMES_DAYS} days, the program's start included`
  report.add({ figure, value, unit: 'M rec/s', goal: 0.8, more: true })
}

/** Minutes between two rows of another tracker. */
const RARE_MINUTES = 5

/** The same values further apart, up to the same end. */
function spread(block: Block, spacing: number): Block {
  const end = block.minutes.at(-1) ?? 0
  return { ...block, minutes: block.minutes.map((minute) => end - (end - minute) * spacing) }
}

async function secondsOf(file: string, csv: string, games = 1): Promise<number> {
  const taken: number[] = []
  for (let round = 0; round < ROUNDS; round++) taken.push(await importInto(`${file}-${round}.db`, csv, games))
  return quantile(taken, 0.5)
}

async function importInto(file: string, csv: string, games: number): Promise<number> {
  const store = await openStore(`file:${file}`, { clock: new BenchClock() })
  const terms = { plan: 'enterprise', status: 'active', trialEndsAt: null, formerPlan: null, createdAt: 0 } as const
  const { id: accountId } = await store.accounts.create({ name: 'Bench', ...terms })
  for (let id = 1; id <= games; id++) {
    const universe = { id, name: `G${id}`, rootPlaceId: id, updatedAt: null, condition: 'shown' as const }
    await store.games.add({ accountId, universe, channelId: null, createdAt: 0, maxGames: games })
  }
  store.close()
  const began = performance.now()
  const program = join(projectRoot, 'dist', 'cli', 'main.js')
  const env = { ...process.env, DATABASE_URL: `file:${file}` }
  const { status, stderr } = spawnSync(process.execPath, [program, 'samples', 'import', csv], { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The import failed: ${stderr}`)
  return (performance.now() - began) / 1_000
}

async function* yielded<T>(values: Iterable<T>): AsyncGenerator<T> {
  yield* values
}
