// Reads the Dockerfile and carries out its steps in folders, because no container engine runs where the tests run.
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..', '..')

export interface Instruction {
  readonly word: string
  readonly text: string
}

/** One instruction in each line; comments are left out. */
export function readDockerfile(): Instruction[] {
  const lines = readFileSync(join(ROOT, 'Dockerfile'), 'utf8').split('\n')
  return lines
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, word = '', text = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
      return { word, text }
    })
}

export interface ContainerUser {
  readonly uid: number
  readonly gid: number
}

/** Where root runs the tests, another user does the work, as in the container. */
export const person: ContainerUser | undefined = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

/** Copies what git knows, without what .dockerignore names, as a build would send it. */
export function sendContext(folder: string): void {
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
  const isIgnored = (file: string) =>
    ignored.some((pattern) => file === pattern || file.startsWith(`${pattern.replace(/\/\*$/, '')}/`))
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
  const sent = files.split('\n').filter((name) => name !== '' && !isIgnored(name) && existsSync(join(ROOT, name)))
  mkdirSync(folder, { recursive: true })
  // The times of the files are kept to the nanosecond: a build is known by them without reading all files.
  execFileSync('cp', ['-a', '--parents', ...sent, folder], { cwd: ROOT })
}

export interface BuiltImage {
  /** The folder that is /app in the image. */
  readonly app: string
  readonly environment: Readonly<Record<string, string>>
  readonly skipped: readonly string[]
}

/** With `installs`, packages are installed by npm as in the image; otherwise those of this project are used. */
export function buildImage(folder: string, installs: boolean): BuiltImage {
  const context = join(folder, 'context')
  sendContext(context)
  const skipped: string[] = []
  let [app, environment]: [string, Record<string, string>] = ['', {}]
  const stages = new Map<string, string>()
  for (const { word, text } of readDockerfile()) {
    if (word === 'FROM') {
      const name = / AS (\w+)$/.exec(text)?.[1] ?? 'final'
      app = join(folder, name)
      environment = {}
      mkdirSync(app)
      if (person) chownSync(app, person.uid, person.gid)
      stages.set(name, app)
    }
    if (word === 'ENV')
      for (const pair of text.split(' ')) environment[pair.split('=')[0] ?? ''] = pair.split('=')[1] ?? ''
    if (word === 'COPY') copy(text, { context, stages, app })
    if (word !== 'RUN') continue
    if (text.startsWith('apt-get')) skipped.push(text)
    else if (text.startsWith('npm ci') && !installs) {
      skipped.push(text)
      symlinkSync(join(ROOT, 'node_modules'), join(app, 'node_modules'))
    } else run(text.replace(/ && chown .*$/, ''), app)
  }
  return { app, environment, skipped }
}

interface CopySources {
  readonly context: string
  readonly stages: ReadonlyMap<string, string>
  readonly app: string
}

function copy(text: string, { context, stages, app }: CopySources): void {
  const words = text.split(' ')
  const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined
  const target = words.pop() ?? ''
  for (const word of words) {
    const source = from === undefined ? join(context, word) : join(stages.get(from) ?? '', word.replace(/^\/app\//, ''))
    const to = join(app, target === './' ? basename(source) : target)
    execFileSync('cp', ['-a', source, to])
    if (person) execFileSync('chown', ['-hR', `${person.uid}:${person.gid}`, to])
  }
}

const run = (command: string, cwd: string): void => {
  const env = { PATH: process.env.PATH, HOME: cwd }
  execFileSync('sh', ['-c', command], { cwd, env, ...person, stdio: ['ignore', 'ignore', 'inherit'], timeout: 500_000 })
}

/** As `read_only` in compose.yaml: only the data and the run file can be written. */
export function closeForWriting(app: string): void {
  if (person) execFileSync('chown', ['-hR', '0:0', app])
  execFileSync('chmod', ['-R', 'a-w,a+rX', join(app, 'dist'), join(app, 'src'), join(app, 'commands')])
  chmodSync(app, 0o555)
  for (const name of ['data', 'dist/.running']) {
    chmodSync(join(app, name), 0o755)
    if (person) chownSync(join(app, name), person.uid, person.gid)
  }
}
