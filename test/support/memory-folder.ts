// Runs before all tests: puts their temporary files into memory where there is room. Each test opens databases of its
// own, and every commit waits for the disk otherwise: that was a quarter of the processor time of the whole run.
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** A file system in memory that Linux mounts. Elsewhere, the tests use the usual temporary folder. */
const MEMORY_FOLDER = '/dev/shm'
/** The tests need 216 MiB at a time. Containers often have 64 MiB there, which would not be enough. */
const MIN_FREE_BYTES = 2 ** 30

/** As of /tmp: everybody may make files, and remove only their own. */
const SHARED_MODE = 0o1777

/** `TMPDIR`, where it is set, wins. Returns what is to be done after all tests. */
export default function setup(): (() => void) | undefined {
  if (process.env.TMPDIR !== undefined || freeBytes() < MIN_FREE_BYTES) return undefined
  const folder = mkdtempSync(join(MEMORY_FOLDER, 'headcount-tests-'))
  // Some tests start processes as other users, who must reach their own folder in it, as in the usual one.
  chmodSync(folder, SHARED_MODE)
  // The processes of the tests start after this, and inherit it.
  process.env.TMPDIR = folder
  // A browser that was just closed may still write into its profile.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return Math.min(bavail * bsize, freemem())
  } catch {
    return 0
  }
}
