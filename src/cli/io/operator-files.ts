// Files of the operator: read and created with the rights of the person who typed the command.
import { createHash, type Hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, link, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type HeadcountError, rejection } from '../../domain/error.js'
import { partialNameOf, removeAbandoned } from './partial-files.js'

/** A file that is read in pieces. */
export class OpenFile {
  private constructor(
    private readonly path: string,
    private readonly handle: FileHandle,
  ) {}

  static async open(path: string): Promise<OpenFile> {
    const absolutePath = resolve(path)
    try {
      return new OpenFile(absolutePath, await open(absolutePath, 'r'))
    } catch (error) {
      throw unreadable(absolutePath, error)
    }
  }

  /**
   * Returns the next bytes, at most as many as fit into `room`, in whose memory they are; undefined at the end of the
   * file.
   */
  async read(room: Buffer): Promise<Buffer | undefined> {
    try {
      const { bytesRead, buffer } = await this.handle.read(room, 0, room.length)
      return bytesRead === 0 ? undefined : buffer.subarray(0, bytesRead)
    } catch (error) {
      throw unreadable(this.path, error)
    }
  }

  close(): Promise<void> {
    return this.handle.close()
  }
}

/** A new file that appears under its name only when it is complete and synced to disk. */
export class NewFile {
  private readonly hash: Hash = createHash('sha256')

  private constructor(
    readonly path: string,
    private readonly partial: string,
    private readonly handle: FileHandle,
  ) {}

  static async create(path: string): Promise<NewFile> {
    const absolutePath = requireFree(path)
    await removeAbandoned(dirname(absolutePath))
    const partial = partialNameOf(absolutePath)
    try {
      return new NewFile(absolutePath, partial, await open(partial, 'wx', 0o600))
    } catch (error) {
      throw unwritable(absolutePath, error)
    }
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.hash.update(chunk)
    try {
      await this.handle.writeFile(chunk)
    } catch (error) {
      throw unwritable(this.path, error)
    }
  }

  /** Throws if the written bytes do not match the checksum of the sender. */
  async finish(sha256?: string): Promise<string> {
    if (sha256 !== undefined && this.hash.digest('hex') !== sha256)
      throw rejection('INVALID_PARAMETERS', { name: 'file incomplete', facts: { file: this.path } })
    try {
      await this.handle.sync()
      await this.handle.close()
      await renameWithoutReplacing(this.partial, this.path)
      await syncFolder(dirname(this.path))
      return this.path
    } catch (error) {
      throw codeOf(error) === 'EEXIST' ? nameTaken(this.path) : unwritable(this.path, error)
    }
  }

  /** Removes a file that was not finished. */
  async discard(): Promise<void> {
    await this.handle.close().catch(() => undefined)
    await rm(this.partial, { force: true })
  }
}

/** Returns the absolute path. Throws if no new file can be created there. */
export function requireFree(path: string): string {
  const absolutePath = resolve(path)
  if (existsSync(absolutePath)) throw nameTaken(absolutePath)
  const folder = dirname(absolutePath)
  if (!existsSync(folder)) throw rejection('INVALID_PARAMETERS', { name: 'folder missing', facts: { folder } })
  return absolutePath
}

async function renameWithoutReplacing(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
    await rm(from)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error
    // Some file systems have no hard links. There, creating a folder is the atomic operation that only one process can win.
    await mkdir(`${to}.lock`)
    try {
      if (existsSync(to)) throw Object.assign(new Error('The name is taken.'), { code: 'EEXIST' })
      await rename(from, to)
    } finally {
      await rm(`${to}.lock`, { recursive: true })
    }
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

const nameTaken = (file: string): HeadcountError =>
  rejection('INVALID_PARAMETERS', { name: 'file name taken', facts: { file } })
const unreadable = (file: string, error: unknown): HeadcountError =>
  rejection('INVALID_PARAMETERS', { name: 'file unreadable', facts: { file, errorCode: codeOf(error) } })
const unwritable = (file: string, error: unknown): HeadcountError =>
  rejection('INVALID_PARAMETERS', { name: 'file not writable', facts: { file, errorCode: codeOf(error) } })

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
