// A real disk that is full: a small file system in memory, which only root may mount.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MINUTES, type Minute, minuteOf } from '../../src/domain/clock.js'
import { recordFigure } from '../ledger/ledger.js'
import { NOON } from '../support/start-app.js'
import { rounds } from '../support/test-run.js'
import { expectAccount, startScaled } from './start-scaled.js'

const ROUNDS = rounds({ short: 2, long: 200 })
/** Most of a round is waiting for ticks, so that several disks take little longer than one. */
const DISKS = rounds({ short: 1, long: 4 })
const TIMEOUT_MS = 60_000 + ROUNDS * 60_000
/** A full disk is found only when the log of the database has no room left for its next pages: hundreds of ticks a round. */
const DISK_BYTES = 12 * 1024 * 1024 + (ROUNDS / DISKS) * 256 * 1024
const TICKS_BEFORE = 5
const FILL_PIECE_BYTES = 64 * 1024

const mount = (folder: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', folder]).status === 0

function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'headcount-mount-'))
  const isMounted = mount(folder)
  if (isMounted) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true })
  return isMounted
}

const isFull = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOSPC'

/** Takes what is free of the disk, to the last block. */
async function fill(file: string): Promise<void> {
  const handle = await open(file, 'a')
  try {
    for (;;) await handle.appendFile(Buffer.alloc(FILL_PIECE_BYTES))
  } catch (error) {
    if (!isFull(error)) throw error
  } finally {
    await handle.close()
  }
}

/** The account of one disk that was full so many times. */
async function accountOfDisk(timesFull: number): Promise<{ due: number; stored: number; missing: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'headcount-small-'))
  expect(mount(folder)).toBe(true)
  onTestFinished(() => {
    spawnSync('umount', [folder])
    rmSync(folder, { recursive: true })
  })
  const file = join(folder, 'headcount.db')
  const filler = join(folder, 'filler')
  const reported = new Set<Minute>()
  let firstMinute = minuteOf(NOON) - 60 * DAY_MINUTES
  for (let round = 0; round < timesFull; round++) {
    const writer = startScaled(file, { firstMinute })
    while (writer.reported.length < TICKS_BEFORE) expect(await writer.ticked()).toBe(true)
    await fill(filler)
    const { bavail } = await statfs(folder)
    expect(bavail).toBe(0)
    // It ends at the first write that has no room, and says why.
    expect(await writer.ended).toMatch(/full/i)
    for (const minute of writer.reported) reported.add(minute)
    await rm(filler)
    firstMinute = Math.max(...writer.printed) + 2
  }
  const after = startScaled(file, { firstMinute })
  while (after.reported.length < TICKS_BEFORE) expect(await after.ticked()).toBe(true)
  after.child.kill('SIGKILL')
  await after.ended
  for (const minute of after.reported) reported.add(minute)
  return expectAccount(file, reported)
}

const title = mayMount() ? '' : ': skipped, because only root may mount a disk'
test.skipIf(title !== '')(
  `a disk that is really full loses what it has no room for, ${ROUNDS} times over${title}`,
  {
    timeout: TIMEOUT_MS,
  },
  async () => {
    const accounts = await Promise.all(Array.from({ length: DISKS }, () => accountOfDisk(ROUNDS / DISKS)))
    const sum = (part: 'due' | 'stored' | 'missing'): number => accounts.reduce((total, each) => total + each[part], 0)
    const figure = `${ROUNDS} times full: ${sum('due')} samples due, ${sum('stored')} stored, ${sum('missing')} in gaps`
    await recordFigure('small disk', figure)
  },
)
