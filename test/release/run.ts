// npm run release: all checks of a release on a clean clone, with each supported version of Node. Fails (exit code 1) where
// one fails, and names all that failed.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { parseArgs } from 'node:util'
import { releaseProblems } from './documents.js'

const ROOT = join(import.meta.dirname, '..', '..')
/** The versions come from the package `node` of npm, so that none has to be installed. */
const NODE_VERSIONS = ['20', '24'] as const
const MAX_STEP_MS = 6 * 3_600_000

/** What the long tests write in the clone, and a release commits. */
const FIGURES = ['test/ledger/measured.json', '.github/SECURITY.md']
/** One test of each kind: of a promise, of processes, of another user, of SQLite. */
const TRIAL_TESTS = [
  'test/reading/day-account.test.ts',
  'test/process/permissions.test.ts',
  'test/operation/operator-pages.test.ts',
  'test/store/before-migration.test.ts',
]

const TRIAL_POSTGRES_TEST = 'test/http/api/user.test.ts'

interface ReleaseStep {
  readonly title: string
  readonly words: readonly [string, ...string[]]
  readonly folder: string
  /** The folder of the Node that runs the step, and all that it starts; undefined for the one that runs this script. */
  readonly node?: string
}

const USAGE = `npm run release -- [options]
Runs all checks of a release on a clean clone, with each supported version of Node. It takes hours.

  --list        only prints the steps
  --trial       takes the same steps with a few tests and one measurement, to try this script and the versions of Node
  --node <n>    takes this version of Node (${NODE_VERSIONS.join(' and ')} by default); may be repeated
  --help        prints this text
`

function readOptions() {
  try {
    return parseArgs({
      options: {
        help: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
        trial: { type: 'boolean', default: false },
        node: { type: 'string', multiple: true, default: [...NODE_VERSIONS] },
      },
    })
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : '').split(/\.? To specify|\n/, 1)
    process.stderr.write(`${sentence.replace(/\.$/, '')}. (--help shows how)\n`)
    process.exit(2)
  }
}

const { values } = readOptions()
if (values.help) {
  process.stdout.write(USAGE)
  process.exit()
}
const today = new Date().toISOString().slice(0, 10)

function stepsFor(all: string): ReleaseStep[] {
  const clone = join(all, 'clone')
  const inClone = (title: string, ...words: [string, ...string[]]): ReleaseStep => ({ title, words, folder: clone })
  return [
    { title: 'a clean clone', words: ['git', 'clone', '--quiet', '--no-local', ROOT, clone], folder: ROOT },
    ...values.node.flatMap((version) => stepsWith(version, join(all, `node-${version}`), clone)),
    inClone(
      'the ratios of the measurements',
      'npm',
      'run',
      'bench',
      ...(values.trial ? ['--', '--quick', 'store'] : []),
    ),
    inClone('known faults of packages', 'npm', 'run', '-s', 'supply-chain', '--', '--strict'),
    // A figure that this run did not measure is of an earlier run, whatever its version says.
    inClone('the ledger of promises', 'npm', 'run', '-s', 'ledger', ...(values.trial ? [] : ['--', '--since', today])),
  ]
}

function stepsWith(version: string, prefix: string, folder: string): ReleaseStep[] {
  const node = join(prefix, 'node_modules', 'node', 'bin')
  const step = (title: string, ...words: [string, ...string[]]): ReleaseStep => ({
    title: `Node ${version}: ${title}`,
    words,
    folder,
    node,
  })
  return [
    // Not by npx: what it keeps below the home of root, no other user may run, and some tests start processes of another user.
    {
      title: `Node ${version}: fetch`,
      words: ['npm', 'install', '--no-save', '--no-audit', '--no-fund', '--prefix', prefix, `node@${version}`],
      folder,
    },
    step('install', 'npm', 'ci', '--no-audit', '--no-fund'),
    step('the version', 'node', '--eval', `process.exit(process.version.startsWith('v${version}.') ? 0 : 1)`),
    step('check', 'npm', 'run', 'check'),
    step('long tests', 'npm', 'run', 'test:long', ...(values.trial ? ['--', ...TRIAL_TESTS] : [])),
    step('tests on PostgreSQL', 'npm', 'run', 'test:postgres', ...(values.trial ? ['--', TRIAL_POSTGRES_TEST] : [])),
  ]
}

const folder = mkdtempSync(join(tmpdir(), 'headcount-release-'))
// Some tests start processes of another user, which read the clone and run its Node.
chmodSync(folder, 0o755)
const failed: string[] = []
try {
  const steps = stepsFor(folder)
  if (values.list) for (const { title, words } of steps) process.stdout.write(`${title}: ${words.join(' ')}\n`)
  else {
    failed.push(...runAll(steps))
    if (failed.length === 0 && !values.trial)
      for (const name of FIGURES) cpSync(join(folder, 'clone', name), join(ROOT, name))
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (failed.length > 0) process.stdout.write(`\nNot ready for a release:\n${failed.map((one) => `  ${one}\n`).join('')}`)
else if (values.trial) process.stdout.write('\nEach step of the trial succeeded. A release needs the whole run.\n')
else if (!values.list)
  process.stdout.write(`\nReady for a release with the figures in ${FIGURES.join(' and ')}: commit them.\n`)
process.exitCode = failed.length > 0 ? 1 : 0

function runAll(steps: readonly ReleaseStep[]): string[] {
  const documents = releaseProblems(readText('package.json'), readText('CHANGELOG.md'))
  const problems = [...stateProblems(), ...(values.trial ? [] : documents)]
  for (const { title, words, folder: cwd, node } of steps) {
    if (!existsSync(cwd)) return [...problems, `${title}: not run, because there is no clone`]
    process.stdout.write(`\n== ${title}\n`)
    const PATH = [node, process.env.PATH].filter(Boolean).join(delimiter)
    const env = { ...process.env, PATH }
    const { status } = spawnSync(words[0], words.slice(1), { cwd, env, stdio: 'inherit', timeout: MAX_STEP_MS })
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
