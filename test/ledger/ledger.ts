// The ledger of promises: reads and writes the measured figures, and the table of SECURITY.md that shows them.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { arch, cpus, platform, totalmem } from 'node:os'
import { z } from 'zod'
import { isLongRun } from '../support/test-run.js'
import { commandOf, PROMISE_NAMES, PROMISES, type PromiseName } from './promises.js'

const ROOT = new URL('../../', import.meta.url)
const MEASURED = new URL('test/ledger/measured.json', ROOT)
const DOCUMENT = new URL('.github/SECURITY.md', ROOT)
/** Each test writes its figure to a file of its own here, because tests run in several processes. */
const COLLECTED = new URL('dist/measured/', ROOT)
const TABLE = /(<!-- ledger -->\n)[\s\S]*(<!-- \/ledger -->)/

const figureSchema = z.strictObject({
  figure: z.string(),
  /** In UTC: 2026-11-23. */
  date: z.iso.date(),
  /** Of Headcount. */
  version: z.string(),
  machine: z.string(),
})
type MeasuredFigure = z.output<typeof figureSchema>
const measuredSchema = z.record(z.string(), figureSchema)

export const readMeasured = async (): Promise<Readonly<Record<string, MeasuredFigure>>> =>
  measuredSchema.parse(JSON.parse(await readFile(MEASURED, 'utf8')))

export async function versionToRelease(): Promise<string> {
  const text = await readFile(new URL('package.json', ROOT), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}

/** Called by a test after its last expectation. Only the long run counts: the short one has too few rounds. */
export async function recordFigure(name: PromiseName, figure: string, isCounted = isLongRun): Promise<void> {
  if (!isCounted) return
  const measured: MeasuredFigure = {
    figure,
    date: new Date().toISOString().slice(0, 10),
    version: await versionToRelease(),
    machine: machineText(),
  }
  await mkdir(COLLECTED, { recursive: true })
  await writeFile(new URL(`${encodeURIComponent(name)}.json`, COLLECTED), JSON.stringify(measured))
}

/** After a run of tests or of a benchmark: adds what its tests measured to the figures, and writes the table. */
export async function keepFigures(): Promise<void> {
  const files = await readdir(COLLECTED).catch(() => [])
  if (files.length === 0) return
  const measured: Record<string, MeasuredFigure> = { ...(await readMeasured()) }
  for (const file of files) {
    const figure = figureSchema.parse(JSON.parse(await readFile(new URL(encodeURIComponent(file), COLLECTED), 'utf8')))
    measured[decodeURIComponent(file.replace(/[.]json$/, ''))] = figure
  }
  const sorted = Object.fromEntries(Object.entries(measured).sort(([one], [other]) => (one < other ? -1 : 1)))
  await writeFile(MEASURED, `${JSON.stringify(sorted, null, 2)}\n`)
  await rm(COLLECTED, { recursive: true })
  await writeTable()
}

export async function writeTable(): Promise<void> {
  const document = await readFile(DOCUMENT, 'utf8')
  const table = tableOf(await readMeasured())
  await writeFile(
    DOCUMENT,
    document.replace(TABLE, (_, start: string, end: string) => start + table + end),
  )
}

/** Of each promise, one row; what has no figure says so. */
export function tableOf(measured: Readonly<Record<string, MeasuredFigure>>): string {
  const rows = PROMISE_NAMES.map((name) => {
    const { promise } = PROMISES[name]
    const found = measured[name]
    const [figure, where] = found
      ? [found.figure, `${found.date}, ${found.version}, ${found.machine}`]
      : ['not yet measured', '–']
    return `| ${promise} | \`${commandOf(PROMISES[name])}\` | ${figure} | ${where} |\n`
  })
  return ['| promise | command | measured | when and where |\n', '|---|---|---|---|\n', ...rows].join('')
}

/** What keeps a release from being made: promises without a figure, or with one of another version, from before the day or of a day to come. */
export function staleFigures(
  measured: Readonly<Record<string, MeasuredFigure>>,
  version: string,
  since = '',
  today = new Date().toISOString().slice(0, 10),
): readonly { readonly name: PromiseName; readonly found: string }[] {
  return PROMISE_NAMES.flatMap((name) => {
    const found = measured[name]
    const isStale = found?.version !== version || found.date < since || found.date > today
    return isStale ? [{ name, found: found ? `${found.version} of ${found.date}` : 'not yet measured' }] : []
  })
}

function machineText(): string {
  const all = cpus()
  const model = all[0]?.model.replace(/\s+/g, ' ').trim() ?? 'unknown processor'
  const memory = Math.round(totalmem() / 1024 ** 3)
  return `${all.length} × ${model}, ${memory} GiB, ${platform()} ${arch()}, Node ${process.versions.node}`
}
