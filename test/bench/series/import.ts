// `samples import` as the operator types it: a year of one universe, from a file into an empty database.
import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MINUTES } from '../../../src/domain/clock.js'
import { FILE_FORMATS } from '../../../src/files/formats.js'
import { projectRoot } from '../../../src/project-root.js'
import { openStore } from '../../../src/store/open-store.js'
import { split } from '../../../src/store/sqlite/series/blocks.js'
import { type Benchmark, inFolder } from '../bench.js'
import { quantile } from '../measure.js'
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
    const taken: number[] = []
    for (let round = 0; round < ROUNDS; round++) taken.push(await importInto(join(folder, `${round}.db`), csv))
    const figure = `\`samples import\` of ${days} days of one universe, the program's start included`
    report.add({ figure, value: quantile(taken, 0.5), unit: 's' })
  })

async function importInto(file: string, csv: string): Promise<number> {
  const store = await openStore(`file:${file}`, { clock: new BenchClock() })
  const terms = { plan: 'enterprise', status: 'active', trialEndsAt: null, kept: null, createdAt: 0 } as const
  const { id: accountId } = await store.accounts.create({ name: 'Bench', ...terms })
  const universe = { id: 1, name: 'G', rootPlaceId: 1, updatedAt: null, condition: 'shown' as const }
  await store.games.add({ accountId, universe, channelId: null, createdAt: 0, maxGames: 1 })
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
