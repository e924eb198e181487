// npm run release: all checks of a release on a clean clone, with each supported version of Node. Fails (exit code 1) where
// one fails, and names all that failed. It takes hours; `-- --list` only prints the steps.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { releaseProblems } from './documents.js'

const ROOT = join(import.meta.dirname, '..', '..')
/** The versions come from the package `node` of npm, so that none has to be installed. */
const NODE_VERSIONS = ['20', '24'] as const
const MAX_STEP_MS = 6 * 3_600_000

interface ReleaseStep {
  readonly title: string
  readonly words: readonly [string, ...string[]]
  readonly folder: string
}

const withNode = (version: string, command: string): readonly [string, ...string[]] => [
  'npx',
  '--yes',
  '--package',
  `node@${version}`,
  '--call',
  command,
]

function stepsFor(clone: string): ReleaseStep[] {
  const inClone = (title: string, ...words: [string, ...string[]]): ReleaseStep => ({ title, words, folder: clone })
  return [
    { title: 'a clean clone', words: ['git', 'clone', '--quiet', '--no-local', ROOT, clone], folder: ROOT },
    ...NODE_VERSIONS.flatMap((version) => [
      inClone(`Node ${version}: install`, ...withNode(version, 'node --version && npm ci --no-audit --no-fund')),
      inClone(`Node ${version}: check`, ...withNode(version, 'npm run check')),
      inClone(`Node ${version}: long tests`, ...withNode(version, 'npm run test:long')),
    ]),
    inClone('the ratios of the measurements', 'npm', 'run', 'bench'),
    inClone('known faults of packages', 'npm', 'run', '-s', 'supply-chain', '--', '--strict'),
    inClone('the ledger of promises', 'npm', 'run', '-s', 'ledger'),
  ]
}

const { values } = parseArgs({ options: { list: { type: 'boolean', default: false } } })
const folder = mkdtempSync(join(tmpdir(), 'headcount-release-'))
const failed: string[] = []
try {
  const steps = stepsFor(join(folder, 'clone'))
  if (values.list) for (const { title, words } of steps) process.stdout.write(`${title}: ${words.join(' ')}\n`)
  else failed.push(...runAll(steps))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (failed.length > 0) process.stdout.write(`\nNot ready for a release:\n${failed.map((one) => `  ${one}\n`).join('')}`)
else if (!values.list) process.stdout.write('\nReady for a release.\n')
process.exitCode = failed.length > 0 ? 1 : 0

function runAll(steps: readonly ReleaseStep[]): string[] {
  const problems = [...stateProblems(), ...releaseProblems(readText('package.json'), readText('CHANGELOG.md'))]
  for (const { title, words, folder: cwd } of steps) {
    if (!existsSync(cwd)) return [...problems, `${title}: not run, because there is no clone`]
    process.stdout.write(`\n== ${title}\n`)
    const { status } = spawnSync(words[0], words.slice(1), { cwd, stdio: 'inherit', timeout: MAX_STEP_MS })
    if (status !== 0) problems.push(title)
  }
  return problems
}

/** What is not committed would not be in the clone. */
function stateProblems(): string[] {
  const { stdout } = spawnSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' })
  return stdout === '' ? [] : ['there are changes that are not committed']
}

function readText(name: string): string {
  return readFileSync(join(ROOT, name), 'utf8')
}
