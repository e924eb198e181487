// Names of files that are being written, which show the process that writes them, and the removal of those that a killed
// process left. They are removed only by the next command that writes to the same folder.
import { createHash, randomBytes } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** Milliseconds. No live client pauses for so long: it has a time limit for each piece that it writes. */
const MAX_PAUSE_MS = 24 * 60 * 60 * 1_000

/** Another machine or container may write to the same folder; its process ids mean nothing here. */
const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)

const PARTIAL = /\.partial-(?<host>[\da-f]{8})-(?<pid>\d{1,10})-[\da-f]{12}$/

export const partialNameOf = (file: string): string =>
  `${file}.partial-${host}-${process.pid}-${randomBytes(6).toString('hex')}`

/** Never throws: a leftover file must not prevent a backup. */
export async function removeAbandoned(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => [])
  for (const name of names) {
    const found = PARTIAL.exec(name)?.groups
    if (found === undefined) continue
    const file = join(folder, name)
    const isAbandoned = (found.host === host && !isAlive(Number(found.pid))) || (await isOld(file))
    if (isAbandoned) await rm(file, { force: true }).catch(() => undefined)
  }
}

/** True also if another process has reused the id; then the file is removed when it is old. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

async function isOld(file: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(file)).mtimeMs > MAX_PAUSE_MS
  } catch {
    return false
  }
}
