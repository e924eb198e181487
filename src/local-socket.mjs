// @ts-check
// Unix domain sockets in a folder that show which processes are alive: the kernel closes them when a process dies for
// any reason. A process id is no proof, because another process may reuse it. This is plain JavaScript that uses only
// node:* modules, because ready.mjs needs it before anything is installed.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import * as fs from 'node:fs'
import * as net from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

/** The size of sun_path in sockaddr_un: 104 bytes on macOS and 108 on Linux, including the terminating null byte. */
const MAX_PATH_BYTES = 103
/** The kernel accepts the connection even if the process hangs, so only an unusual file system is slow. */
const CONNECT_TIMEOUT_MS = 2_000

/**
 * Libuv silently truncates a longer path. A symbolic link in a private temporary folder makes the path short, while the
 * socket itself stays at `path`, where every user and every container can find it.
 * @template T
 * @param {string} path
 * @param {(path: string) => Promise<T>} use
 * @returns {Promise<T>}
 */
async function withShortPath(path, use) {
  if (Buffer.byteLength(path) <= MAX_PATH_BYTES) return use(path)
  const folder = fs.mkdtempSync(join(tmpdir(), 'hc-'))
  const short = join(folder, 'd', basename(path))
  try {
    if (Buffer.byteLength(short) > MAX_PATH_BYTES) throw Object.assign(new Error(short), { code: 'ENAMETOOLONG' })
    fs.symlinkSync(resolve(dirname(path)), join(folder, 'd'))
    return await use(short)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Connects to the socket at `path`; rejects with the system's error if no process listens.
 * @param {string} path
 * @returns {Promise<net.Socket>}
 */
export const connectLocally = (path) =>
  withShortPath(path, async (short) => {
    const socket = net.connect({ path: short })
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) })
      return socket
    } catch (error) {
      socket.destroy()
      throw error
    }
  })

/**
 * Whether a process listens on the socket at `path`. The result is unknown, for example, if it belongs to another user.
 * @param {string} path
 * @returns {Promise<'live' | 'dead' | 'unknown'>}
 */
export async function stateOf(path) {
  try {
    const socket = await connectLocally(path)
    socket.destroy()
    return 'live'
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ECONNREFUSED' || code === 'ENOENT') return 'dead'
    // A process listens, but its queue of pending connections is full.
    return code === 'EAGAIN' ? 'live' : 'unknown'
  }
}

/**
 * Listens on a socket at `path` that only this user may connect to, and replaces an existing file. The socket does not
 * keep the process alive, and is removed when it is closed or the process exits.
 * @param {string} path
 * @param {(socket: net.Socket) => void} onConnection
 * @returns {Promise<{ close(): void }>}
 */
export async function listenLocally(path, onConnection) {
  const server = net.createServer(onConnection).unref()
  // The socket has a temporary name until it listens and its permissions are set.
  const aside = join(dirname(path), `.${randomBytes(4).toString('hex')}`)
  fs.mkdirSync(aside, { recursive: true, mode: 0o700 })
  try {
    await withShortPath(join(aside, 's'), (short) => once(server.listen(short), 'listening'))
    fs.chmodSync(join(aside, 's'), 0o600)
    fs.renameSync(join(aside, 's'), path)
  } catch (error) {
    server.close()
    throw error
  } finally {
    fs.rmSync(aside, { recursive: true, force: true })
  }
  const forget = () => remove(path)
  process.once('exit', forget)
  const close = () => {
    process.off('exit', forget)
    forget()
    server.close()
  }
  return { close }
}

const SOCKET_NAME = /^(\d+)-[0-9a-f]+[.]sock$/

/**
 * Shows in `folder` that this process is alive. The process id in the name is only information for people.
 * @param {string} folder
 */
export const announceProcess = (folder) =>
  listenLocally(join(folder, `${process.pid}-${randomBytes(4).toString('hex')}.sock`), (socket) => socket.destroy())

/**
 * Returns the processes whose sockets in `folder` show that they are, or may be, alive. Sockets of dead processes are
 * removed; socket names are random, so this cannot remove the socket of another process.
 * @param {string} folder
 * @returns {Promise<{ readonly pid: string, readonly file: string, readonly isSure: boolean }[]>}
 */
export async function announcedProcesses(folder) {
  const found = []
  for (const name of namesIn(folder)) {
    const [, pid] = SOCKET_NAME.exec(name) ?? []
    if (pid === undefined) continue
    const file = join(folder, name)
    const state = await stateOf(file)
    if (state === 'dead') remove(file)
    else found.push({ pid, file, isSure: state === 'live' })
  }
  return found
}

/**
 * A socket that may not be removed can stay, because it still shows that its process is dead.
 * @param {string} file
 */
function remove(file) {
  try {
    fs.unlinkSync(file)
  } catch {}
}

/** @param {string} folder */
function namesIn(folder) {
  try {
    return fs.readdirSync(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/** @param {unknown} error */
export const codeOf = (error) => (error instanceof Error && 'code' in error ? String(error.code) : String(error))
