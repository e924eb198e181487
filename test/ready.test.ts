// In a small project of its own, with the real compiler and a double of npm.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'

const project = join(import.meta.dirname, '..')
const LOCK = '{"packages":{"":{},"node_modules/a":{"version":"1.0.0"},"node_modules/b":{"version":"1.0.0","dev":true}}}'
const TSCONFIG =
  '{"compilerOptions":{"target":"ES2023","module":"nodenext","rootDir":".","outDir":"dist","incremental":true,"sourceMap":true,"lib":["ES2023"],"types":[],"skipLibCheck":true}}'

/** Notes how it was called, and leaves behind what npm would; "fail" and "hang" in a file tell it otherwise. */
const NPM = `
import fs from 'node:fs'
fs.appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n')
const mode = fs.existsSync('npm-mode') ? fs.readFileSync('npm-mode', 'utf8') : ''
if (mode === 'hang') { process.on('SIGTERM', () => process.exit(1)); setInterval(() => {}, 1000) }
else if (mode === 'fail') process.exit(7)
else {
  const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'))
  if (process.argv.includes('--omit=dev')) for (const path in packages) if (packages[path].dev) delete packages[path]
  fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }))
}
`

interface Project {
  readonly folder: string
  ready(...words: string[]): Promise<{ code: number | null; stdout: string; stderr: string }>
  start(...words: string[]): ChildProcess
  write(name: string, text: string): Promise<void>
  read(name: string): Promise<string>
  has(name: string): boolean
  /** As if somebody had typed `npm ci`. */
  installByHand(): Promise<void>
}

async function openProject(): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-ready-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const name of ['src', 'commands', 'node_modules', 'npm']) await mkdir(join(folder, name))
  await cp(join(project, 'src', 'ready.mjs'), join(folder, 'src', 'ready.mjs'))
  await symlink(join(project, 'node_modules', 'typescript'), join(folder, 'node_modules', 'typescript'))
  const write = (name: string, text: string) => writeFile(join(folder, name), text)
  await write('package.json', '{"type":"module"}')
  await write('package-lock.json', LOCK)
  await write('tsconfig.json', TSCONFIG)
  await write('src/main.ts', 'export const answer: number = 1\n')
  await write('commands/rank.ts', 'export default {}\n')
  await write('npm/npm-cli.js', NPM)
  await write('npm/package.json', '{"type":"module"}')
  // From another folder on purpose.
  const environment = { ...process.env, npm_execpath: join(folder, 'npm', 'npm-cli.js') }
  const start = (...words: string[]) =>
    spawn(process.execPath, [join(folder, 'src', 'ready.mjs'), ...words], { cwd: tmpdir(), env: environment })
  return {
    folder,
    start,
    write,
    ready: (...words) => endOf(start(...words)),
    read: (name) => readFile(join(folder, name), 'utf8'),
    has: (name) => existsSync(join(folder, name)),
    installByHand: () => write('node_modules/.package-lock.json', LOCK),
  }
}

function endOf(child: ChildProcess) {
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk) => (stdout += chunk))
  child.stderr?.on('data', (chunk) => (stderr += chunk))
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, stdout, stderr })),
  )
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(10)
}

const QUIET = { code: 0, stdout: '', stderr: '' }

test('on a fresh clone it installs and builds, and then has nothing more to say', async () => {
  const mini = await openProject()
  const first = await mini.ready('start')
  expect(first).toMatchObject({ code: 0, stdout: '' })
  expect(first.stderr).toMatch(/installing packages[\s\S]*better-sqlite3[\s\S]*building/)
  expect(await mini.read('npm-calls')).toMatch(/^ci --omit=dev --prefix=/)
  expect(await mini.read('dist/src/main.js')).toContain('answer = 1')
  expect(mini.has('dist/commands/rank.js')).toBe(true)
  expect(await mini.ready('start')).toEqual(QUIET)
})

test('test asks for the rest, which satisfies start too', async () => {
  const mini = await openProject()
  await mini.ready('start')
  expect((await mini.ready('test')).stderr).toContain('installing')
  expect((await mini.read('npm-calls')).split('\n')[1]).toContain('--include=dev')
  expect(await mini.ready('start')).toEqual(QUIET)
})

test('what was installed by hand is taken as it is, unless it differs from the lock file', async () => {
  const mini = await openProject()
  await mini.installByHand()
  expect((await mini.ready('test')).stderr).not.toContain('installing')
  await mini.write('package-lock.json', LOCK.replace('1.0.0', '1.0.1'))
  expect((await mini.ready('start')).stderr).toMatch(/installing[\s\S]*building/)
})

test('a changed, added or removed source is built anew, and nothing stale is left', async () => {
  const mini = await openProject()
  await mini.installByHand()
  await mini.write('src/old.ts', 'export {}\n')
  await mini.ready('start')
  expect(mini.has('dist/src/old.js')).toBe(true)
  await rm(join(mini.folder, 'src/old.ts'))
  await mini.write('src/main.ts', 'export const answer: number = 2\n')
  expect(await mini.ready('start')).toMatchObject({ code: 0, stderr: expect.stringContaining('building') })
  expect(await mini.read('dist/src/main.js')).toContain('answer = 2')
  expect(mini.has('dist/src/old.js')).toBe(false)
  await utimes(join(mini.folder, 'src/main.ts'), 1, 1)
  expect((await mini.ready('start')).stderr).toContain('building')
})

test('a failed build is shown, is no build, and leaves the one before', async () => {
  const mini = await openProject()
  await mini.installByHand()
  await mini.ready('start')
  await mini.write('src/main.ts', 'export const = \n')
  const failed = await mini.ready('start')
  expect(failed).toMatchObject({ code: 1, stdout: '' })
  expect(failed.stderr).toMatch(/main\.ts.*error TS[\s\S]*building failed/)
  expect(await mini.read('dist/src/main.js')).toContain('answer = 1')
  expect((await mini.ready('start')).code).toBe(1)
})

test('what is bundled is built along; a failure there leaves the build before, too', async () => {
  const mini = await openProject()
  await mini.installByHand()
  await mini.write(
    'src/bundle.mjs',
    "import fs from 'node:fs'\nfor (const folder of ['/web', '/cli']) {\nfs.mkdirSync(process.argv[2] + folder)\nfs.writeFileSync(process.argv[2] + folder + '/a.js', '')\n}",
  )
  await mini.ready('start')
  expect(['dist/web/a.js', 'dist/cli/a.js'].map((file) => mini.has(file))).toEqual([true, true])
  await mini.write('src/main.ts', 'export const answer: number = 2\n')
  await mini.write('src/bundle.mjs', 'process.exit(1)')
  expect(await mini.ready('start')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('bundling failed'),
  })
  expect(mini.has('dist/web/a.js')).toBe(true)
  expect(await mini.read('dist/src/main.js')).toContain('answer = 1')
})

test('a failed or interrupted install is none', async () => {
  const mini = await openProject()
  await mini.write('npm-mode', 'fail')
  expect(await mini.ready('start')).toMatchObject({ code: 1, stderr: expect.stringContaining('failed (7)') })
  await mini.write('npm-mode', 'hang')
  const before = (await mini.read('npm-calls')).length
  const child = mini.start('start')
  const ended = endOf(child)
  await until(async () => (await mini.read('npm-calls')).length > before)
  await sleep(300)
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ code: 143 })
  expect(mini.has('node_modules/.headcount/installed')).toBe(false)
  expect(mini.has('dist/.lock')).toBe(false)
  await mini.write('npm-mode', '')
  // Half of an install may look like a whole one.
  await mini.installByHand()
  expect((await mini.ready('start')).stderr).toContain('installing')
})

test('under a running service nothing is installed or built', async () => {
  const mini = await openProject()
  await mini.installByHand()
  await mini.ready('start')
  await mini.write(`node_modules/.headcount/running-${process.pid}`, '')
  await mini.write('node_modules/.headcount/running-999999999', '')
  expect(await mini.ready('start')).toEqual(QUIET)
  await mini.write('src/main.ts', 'export const answer = 3\n')
  const refused = await mini.ready('start')
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(new RegExp(`^[^\\n]*process ${process.pid}\\): stop it first\\.\\n$`))
  expect(await mini.read('dist/src/main.js')).toContain('answer = 1')
  await rm(join(mini.folder, `node_modules/.headcount/running-${process.pid}`))
  expect(await mini.ready('start')).toMatchObject({ code: 0 })
  expect(mini.has('node_modules/.headcount/running-999999999')).toBe(false)
})

test('of two at once one works and the other waits, and a dead one is not waited for', async () => {
  const mini = await openProject()
  await mini.installByHand()
  await mkdir(join(mini.folder, 'dist'))
  await mini.write('dist/.lock', '999999999')
  const both = await Promise.all([mini.ready('start'), mini.ready('start')])
  expect(both.map((one) => one.code)).toEqual([0, 0])
  expect(both.filter((one) => one.stderr.includes('building …'))).toHaveLength(1)
  expect(both.filter((one) => one.stderr.includes('waiting for process'))).toHaveLength(1)
})

test('it takes one of two words', async () => {
  const mini = await openProject()
  expect(await mini.ready()).toMatchObject({ code: 1, stderr: expect.stringContaining('start|test') })
})
