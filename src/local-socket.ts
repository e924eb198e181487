// A Unix domain socket as proof of life: whoever listens on it runs, and the kernel forgets it when the process dies,
// whatever it dies of. Process numbers prove nothing: they are given to others.
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, lstatSync, mkdirSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** sun_path of unix(7) holds 107 bytes and a zero on Linux, 103 on macOS. */
const MAX_PATH_BYTES = 103
const PROBE_TIMEOUT_MS = 2_000

/**
 * The socket that lies beside a file, whatever links lead to it. Where that path is too long for the kernel, a short one
 * in a folder of this user's.
 */
export function socketPathOf(file: string): string {
  const beside = `${existsSync(file) ? realpathSync(file) : resolve(file)}.sock`
  if (Buffer.byteLength(beside) <= MAX_PATH_BYTES) return beside
  const name = createHash('sha256').update(beside).digest('hex').slice(0, 24)
  return join(tmpdir(), `headcount-${process.getuid?.() ?? 0}`, `${name}.sock`)
}

/** Whether a process listens there. One that hangs counts: the kernel takes the connection for it. */
export function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    const end = (answer: boolean): void => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => end(true))
    socket.once('error', (error: NodeJS.ErrnoException) => end(!isDead(error.code)))
    socket.setTimeout(PROBE_TIMEOUT_MS, () => end(true))
  })
}

/** What connecting fails with where nobody listens any more. */
const isDead = (code: string | undefined): boolean =>
  code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ENOTSOCK'

/** Listens for this user alone; a socket that a dead process left is replaced. Throws where another process listens. */
export async function listenLocally(path: string): Promise<Server> {
  requireOwnFolder(path)
  if (await isListening(path)) throw new Error(`Another process listens on ${path}.`)
  rmSync(path, { force: true })
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    // The socket is made within this call: at no moment may others connect to it.
    const mask = process.umask(0o177)
    try {
      server.listen(path, resolve)
    } finally {
      process.umask(mask)
    }
  })
  chmodSync(path, 0o600)
  return server
}

/** In the system's folder for temporary files others may have been first: a folder that is not ours is not used. */
function requireOwnFolder(path: string): void {
  const folder = join(tmpdir(), `headcount-${process.getuid?.() ?? 0}`)
  if (!path.startsWith(`${folder}/`)) return
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const found = lstatSync(folder)
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0)
    throw new Error(`${folder} belongs to somebody else or is open to others. Remove it, or set TMPDIR.`)
}
