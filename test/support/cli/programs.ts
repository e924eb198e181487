// Programs that tests start as processes: ours (`…-process.ts`), bundled, because from sources they start a second later; and
// Chromium for the tests of the pages. The environment variable CHROMIUM names another path.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'esbuild'

const TESTS = join(import.meta.dirname, '..', '..')
const BUNDLES = join(TESTS, '..', 'dist', 'test')
/** Of the code that several programs have. */
const CHUNKS = join(BUNDLES, 'chunks')
/** Runs commands within a process of the tests, and is no program. */
const NO_PROGRAM = join('support', 'cli', 'cli-in-process.ts')

/** The path of a bundled program; `source` is its path below test/. */
export const program = (source: string): string => join(BUNDLES, source.replace(/[.]ts$/, '.js'))

export async function bundlePrograms(): Promise<void> {
  const sources = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('-process.ts') && !name.startsWith('bench') && name !== NO_PROGRAM,
  )
  const { metafile } = await build({
    entryPoints: sources.map((name) => join(TESTS, name)),
    outdir: BUNDLES,
    outbase: TESTS,
    bundle: true,
    // All have most of the application in them, which is written once this way.
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    metafile: true,
    format: 'esm',
    platform: 'node',
    external: ['better-sqlite3', 'better-sqlite3-node22', '@napi-rs/canvas'],
    banner: {
      js: "import { createRequire as createRequire_ } from 'node:module'; const require = createRequire_(import.meta.url);",
    },
    logLevel: 'warning',
  })
  const current = new Set(Object.keys(metafile.outputs).map((path) => basename(path)))
  for (const name of readdirSync(CHUNKS)) if (!current.has(name)) rmSync(join(CHUNKS, name), { force: true })
}

const firstOf = (places: readonly string[]): string | undefined =>
  (process.env.CHROMIUM ? [process.env.CHROMIUM] : places).find((place) => existsSync(place))

const WITH_WINDOWS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** The same browser without windows, tabs and menus, which nobody sees: a page takes a seventh of the processor time. */
const WITHOUT_WINDOWS = ['/usr/bin/chromium-headless-shell']

/** As people use it: for measurements and pictures. */
export const chromiumPath = firstOf([...WITH_WINDOWS, ...WITHOUT_WINDOWS])
/** For tests. */
export const quickChromiumPath = firstOf([...WITHOUT_WINDOWS, ...WITH_WINDOWS])
export const CHROMIUM_MISSING =
  'Chromium is not installed; on Debian: apt-get install chromium-headless-shell (or chromium, which takes longer)'
