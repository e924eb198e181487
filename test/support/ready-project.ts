// A small project of its own for ready.mjs, with the real esbuild, a small builder and a double of npm.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'

const project = join(import.meta.dirname, '..', '..')
export const LOCK =
  '{"packages":{"":{},"node_modules/a":{"version":"1.0.0"},"node_modules/b":{"version":"1.0.0","dev":true}}}'
/** Waits where a file `wait` is there, until it is gone. */
export const BUILDER = `
import fs from 'node:fs'
import { build } from 'esbuild'
while (fs.existsSync('wait')) await new Promise((resolve) => setTimeout(resolve, 10))
const named = (folder) => fs.readdirSync(folder).filter((name) => name.endsWith('.ts')).map((name) => folder + '/' + name)
await build({ entryPoints: [...named('src'), ...named('commands')], outbase: '.', outdir: process.argv[2], logLevel: 'warning' })
`

/** Notes how it was called, and leaves behind what npm would; "fail" and "hang" in a file tell it otherwise. */
const NPM = `
import fs from 'node:fs'
fs.appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n')
const mode = fs.existsSync('npm-mode') ? fs.readFileSync('npm-mode', 'utf8') : ''
const parent = process.ppid
if (mode === 'hang') { process.on('SIGTERM', () => process.exit(1)); setInterval(() => process.ppid === parent || process.exit(1), 100) }
else if (mode === 'fail') process.exit(7)
else {
  const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'))
  if (process.argv.includes('--omit=dev')) for (const path in packages) if (packages[path].dev) delete packages[path]
  fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }))
}
`

export interface ReadyProject {
  readonly folder: string
  ready(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }>
  start(...args: string[]): ChildProcess
  write(name: string, text: string): Promise<void>
  read(name: string): Promise<string>
  has(name: string): boolean
  /** As if somebody had typed `npm ci`. */
  installByHand(): Promise<void>
  /** A process that announces itself as the service does. Resolves when it has. */
  serve(): Promise<ChildProcess>
}

/** `below` is a folder to lay the project in. */
export async function openProject(below = ''): Promise<ReadyProject> {
  const parent = await mkdtemp(join(tmpdir(), 'headcount-ready-'))
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  const folder = join(parent, below)
  for (const name of ['src', 'commands', 'node_modules', 'npm']) await mkdir(join(folder, name), { recursive: true })
  for (const name of ['ready.mjs', 'local-socket.mjs']) await cp(join(project, 'src', name), join(folder, 'src', name))
  await symlink(join(project, 'node_modules', 'esbuild'), join(folder, 'node_modules', 'esbuild'))
  const write = (name: string, text: string) => writeFile(join(folder, name), text)
  await write('package.json', '{"type":"module"}')
  await write('package-lock.json', LOCK)
  await write('tsconfig.json', '{}')
  await write('src/bundle.mjs', BUILDER)
  await write('src/main.ts', 'export const answer: number = 1\n')
  await write('commands/rank.ts', 'export default {}\n')
  await write('npm/npm-cli.js', NPM)
  await write('npm/package.json', '{"type":"module"}')
  // From another folder on purpose.
  const environment = { ...process.env, npm_execpath: join(folder, 'npm', 'npm-cli.js') }
  const start = (...args: string[]) =>
    spawn(process.execPath, [join(folder, 'src', 'ready.mjs'), ...args], { cwd: tmpdir(), env: environment })
  return {
    folder,
    start,
    write,
    ready: (...args) => endOf(start(...args)),
    read: (name) => readFile(join(folder, name), 'utf8'),
    has: (name) => existsSync(join(folder, name)),
    installByHand: () => write('node_modules/.package-lock.json', LOCK),
    serve: () => serveIn(folder),
  }
}

async function serveIn(folder: string): Promise<ChildProcess> {
  const module = pathToFileURL(join(folder, 'src', 'local-socket.mjs'))
  const program = `
    import { announceProcess } from '${module}'
    await announceProcess(${JSON.stringify(join(folder, 'dist', '.running'))})
    process.on('SIGTERM', () => process.exit(0))
    setInterval(() => {}, 1_000)
    console.log('announced')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { cwd: tmpdir() })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

export function endOf(child: ChildProcess) {
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk) => (stdout += chunk))
  child.stderr?.on('data', (chunk) => (stderr += chunk))
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, stdout, stderr })),
  )
}

export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(10)
}

export const QUIET = { code: 0, stdout: '', stderr: '' }
