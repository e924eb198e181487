// @ts-check
// Unix domain sockets in a folder, by which a process shows that it lives: the kernel closes them when it dies, whatever
// it dies of. The number of a process proves nothing: the next process may have it. Plain JavaScript on node:* alone,
// because ready.mjs needs it before anything is installed.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import * as fs from 'node:fs'
import * as net from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'

/** Of sun_path in sockaddr_un: 104 bytes on macOS, 108 on Linux, one of them for the end. */
const MAX_PATH_BYTES = 103
/** The kernel answers for a process that hangs, so only a strange file system takes long. */
const CONNECT_TIMEOUT_MS = 2_000

/**
 * Libuv cuts a longer path off without a word. A link in a folder of this process alone makes it short, and the socket
 * lies where it belongs all the same: it is found by every user and from every container.
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
 * A connection to the socket at `path`; rejects with the system's error where nobody listens.
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
 * Whether a process listens on the socket at `path`. Unknown, for example, where it belongs to another user.
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
    // Somebody listens, and so many wait that the kernel takes no more.
    return code === 'EAGAIN' ? 'live' : 'unknown'
  }
}

/**
 * Listens on a socket at `path` that only this user may connect to, in place of what lies there. It keeps no process
 * alive, and is gone when it is closed or the process exits.
 * @param {string} path
 * @param {(socket: net.Socket) => void} onConnection
 * @returns {Promise<{ close(): void }>}
 */
export async function listenLocally(path, onConnection) {
  const server = net.createServer(onConnection).unref()
  // Until somebody listens on it and others are shut out, it has no name that anybody looks for.
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

const SIGN = /^(\d+)-[0-9a-f]+[.]sock$/

/**
 * Shows in `folder` that this process lives. Its number is only there to be read by people.
 * @param {string} folder
 */
export const announceProcess = (folder) =>
  listenLocally(join(folder, `${process.pid}-${randomBytes(4).toString('hex')}.sock`), (socket) => socket.destroy())

/**
 * The processes that show in `folder` that they live, or may live. The signs of dead ones are removed: as their names
 * are made up anew each time, it can never hit another's.
 * @param {string} folder
 * @returns {Promise<{ readonly pid: string, readonly file: string, readonly isSure: boolean }[]>}
 */
export async function announcedProcesses(folder) {
  const found = []
  for (const name of namesIn(folder)) {
    const [, pid] = SIGN.exec(name) ?? []
    if (pid === undefined) continue
    const file = join(folder, name)
    const state = await stateOf(file)
    if (state === 'dead') remove(file)
    else found.push({ pid, file, isSure: state === 'live' })
  }
  return found
}

/**
 * What may not be removed shows itself to be dead as well where it lies.
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
