// Programs of others as children: found, started, waited for, and killed in the end.
import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, constants, readdir, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { basename, delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const START_LIMIT_MS = 60_000
const STOP_LIMIT_MS = 30_000
const RUN_LIMIT_MS = 120_000

/** The first of these programs that is installed. */
export async function findProgram(
  names: readonly string[],
  folders: readonly string[] = [],
): Promise<string | undefined> {
  for (const folder of [...folders, ...(process.env.PATH ?? '').split(delimiter)])
    for (const name of names) {
      const path = join(folder, name)
      const isThere = await access(path, constants.X_OK).then(
        () => true,
        () => false,
      )
      if (isThere) return path
    }
  return undefined
}

export async function run(program: string, args: readonly string[], options: SpawnOptions = {}): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(program, args, {
    timeout: options.timeout ?? RUN_LIMIT_MS,
    cwd: options.cwd,
    ...(options.uid !== undefined && { uid: options.uid }),
    ...(options.gid !== undefined && { gid: options.gid }),
    encoding: 'utf8',
  })
  return `${stdout}${stderr}`
}

/** The number that a program states as its version, or that of its Debian package where it states none. */
export async function versionOf(program: string): Promise<string> {
  const stated = await run(program, ['--version']).catch(() => '')
  const packaged = () => run('dpkg-query', ['--show', basename(program)]).catch(() => '')
  return /\d+\.\d+(\.\d+)?/.exec(stated.trim() || (await packaged()))?.[0] ?? 'of unknown version'
}

export interface Daemon {
  stop(): Promise<void>
}

/** `isReady` is asked until it resolves to true; the program is killed where that takes too long. */
export async function startDaemon(
  [program, ...args]: readonly [string, ...string[]],
  isReady: () => Promise<boolean>,
  options: SpawnOptions = {},
): Promise<Daemon> {
  const child = spawn(program, args, { ...options, stdio: 'ignore' })
  const killAtEnd = (): void => void child.kill('SIGKILL')
  process.once('exit', killAtEnd)
  const until = performance.now() + START_LIMIT_MS
  while (!(await isReady().catch(() => false))) {
    if (child.exitCode !== null || performance.now() > until) {
      child.kill('SIGKILL')
      throw new Error(`${program} did not start.`)
    }
    await sleep(50)
  }
  return {
    stop: async () => {
      process.off('exit', killAtEnd)
      await stopped(child)
    },
  }
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  const kill = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS)
  await ended
  clearTimeout(kill)
}

/** A port of the loopback address that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  return address.port
}

/** The bytes of all files below a folder. */
export async function bytesBelow(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size
  return bytes
}

/** The body of a successful answer; throws after a minute, or two for long ones. */
export async function fetchText(url: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(RUN_LIMIT_MS), ...init })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text.slice(0, 500)}`)
  return text
}
