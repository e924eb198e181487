// The store reports damage with its minutes, when it was found, and until when it lasts.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MINUTES, MINUTE_MS, WEEK_MINUTES } from '../../../../src/domain/clock.js'
import type { Store } from '../../../../src/domain/ports/store.js'
import { openStore } from '../../../../src/store/open-store.js'
import { Database } from '../../../../src/store/sqlite/driver.js'
import { flipBit, pageBytesOf } from '../../../support/store/damage-file.js'
import { blockOf, DAY, record, sample } from '../../contract/support.js'

/** The first minute of the current week, which begins on the Thursday before the test's Wednesday. */
const RUNNING = Math.floor(DAY / WEEK_MINUTES) * WEEK_MINUTES
const FIRST = RUNNING - 3 * WEEK_MINUTES
let now = DAY
const clock = { now: () => now * MINUTE_MS, monotonic: () => now * MINUTE_MS }
let folder = ''
let file = ''
let store: Store

const open = () => openStore(`file:${file}`, { clock, clockState: () => 'correct' })

beforeEach(async () => {
  now = DAY
  folder = await mkdtemp(join(tmpdir(), 'headcount-known-damage-'))
  file = join(folder, 'headcount.db')
  store = await open()
})
afterEach(async () => {
  store.close()
  await rm(folder, { recursive: true })
})

/** Hourly samples. */
const hours = (from: number, until: number) =>
  Array.from({ length: (until - from) / 60 }, (_, hour) => sample(5, from + hour * 60, 100 + hour))
const write = (from: number, until: number) => store.series.importBlock(blockOf(5, hours(from, until)))
const flip = (minute: number, bit?: number) => flipBit({ file, universeId: 5, minute }, bit)
const everything = { from: FIRST - WEEK_MINUTES, until: DAY + WEEK_MINUTES }
const known = () => store.series.damage(5, everything, 'known')
const fresh = () => store.series.damage(5, everything, 'fresh')
const lost = (from: number, until: number) => ({ what: 'samples', from, until })

function sql(statement: string): void {
  const raw = new Database(file)
  raw.exec(statement)
  raw.close()
}

describe('damage', () => {
  it('is of the days that had samples, from the first to the last one of the universe', async () => {
    const [begin, end] = [FIRST + 2 * DAY_MINUTES + 600, FIRST + 5 * DAY_MINUTES + 300]
    await write(begin, end)
    expect(await known()).toEqual([])
    flip(FIRST)
    expect(await fresh()).toEqual([lost(begin, end - 59)])
    expect(await store.series.damage(5, { from: FIRST, until: begin }, 'fresh')).toEqual([])
    expect(await store.series.damage(5, { from: begin, until: begin + 7 }, 'fresh')).toEqual([lost(begin, begin + 7)])
    // Where the rollups cannot be read either, it is unknown which days had samples.
    await write(FIRST - WEEK_MINUTES, FIRST - WEEK_MINUTES + DAY_MINUTES)
    flipBit({ file, universeId: 5, minute: FIRST }, 99, 'rollup')
    expect(await fresh()).toEqual([lost(FIRST, end - 59)])
  })

  it('joins weeks that follow each other, and ignores other universes', async () => {
    await write(FIRST, RUNNING)
    await store.series.importBlock(blockOf(6, [sample(6, FIRST)]))
    for (const week of [0, 1]) flip(FIRST + week * WEEK_MINUTES, 4_321)
    expect(await fresh()).toEqual([lost(FIRST, FIRST + 2 * WEEK_MINUTES)])
    expect(await store.series.damage(6, everything, 'fresh')).toEqual([])
    expect(await store.series.damage(7, everything, 'fresh')).toEqual([])
  })

  it('is gone once the week was imported again', async () => {
    await write(FIRST, RUNNING)
    flip(FIRST)
    expect(await known()).toHaveLength(1)
    await write(FIRST, FIRST + 3 * DAY_MINUTES)
    expect(await known()).toEqual([lost(FIRST + 3 * DAY_MINUTES, FIRST + WEEK_MINUTES)])
    await write(FIRST, FIRST + WEEK_MINUTES)
    expect(await known()).toEqual([])
    expect(await store.series.findDamage()).toEqual([])
  })

  it('of a week whose segment is gone stays until all of its samples are there again', async () => {
    await write(FIRST, RUNNING)
    sql('DELETE FROM segment WHERE key = (SELECT min(key) FROM segment)')
    expect(await known()).toEqual([lost(FIRST, FIRST + WEEK_MINUTES)])
    await write(FIRST, FIRST + DAY_MINUTES)
    expect(await known()).toEqual([lost(FIRST + DAY_MINUTES, FIRST + WEEK_MINUTES)])
    await write(FIRST, FIRST + WEEK_MINUTES)
    expect(await known()).toEqual([])
  })
})

it('of the way to a universe’s weeks is damage of all of them', async () => {
  await write(FIRST, RUNNING)
  store.close()
  const raw = new Database(file)
  const root = Number(
    raw.prepare("SELECT rootpage FROM sqlite_schema WHERE tbl_name = 'series' AND type = 'index'").pluck().get(),
  )
  raw.close()
  const bytes = await readFile(file)
  // The last cell of the page begins with its header; then comes the universe's id, 5.
  const at = bytes.lastIndexOf(5, root * pageBytesOf(file) - 1)
  bytes[at] = 4
  await writeFile(file, bytes)
  store = await open()
  expect(await fresh()).toEqual([lost(FIRST, RUNNING - 59)])
})

it('keeps a week that waits for lost samples from being thinned out', async () => {
  await write(FIRST, RUNNING + DAY_MINUTES)
  flip(FIRST)
  await write(FIRST, FIRST + DAY_MINUTES)
  now = DAY + 3 * 366 * DAY_MINUTES
  await store.series.maintain()
  expect(await Promise.all([0, 1].map((week) => store.series.isThinnedOut(5, FIRST + week * WEEK_MINUTES)))).toEqual([
    false,
    true,
  ])
  expect(await fresh()).toEqual([lost(FIRST + DAY_MINUTES, FIRST + WEEK_MINUTES)])
  await write(FIRST, FIRST + WEEK_MINUTES)
  expect(await fresh()).toEqual([])
})

describe('damage in the running week', () => {
  const tick = async (from: number, until: number): Promise<void> => {
    for (let minute = from; minute < until; minute += 60) await record(store, minute, { samples: [sample(5, minute)] })
    now = until
    await store.series.maintain()
  }
  const range = { start: RUNNING / DAY_MINUTES, end: RUNNING / DAY_MINUTES + 6 }
  const counted = async (isReadable: boolean): Promise<number[]> =>
    (await store.series.rollups(5, range, { interval: 1, until: now, isReadable })).map(({ samples }) => samples)

  it.each([
    ['values', 4_321],
    ['header', 3],
  ])('in its %s stays known when later hours are packed, and of the hours before them alone', async (_, bit) => {
    const end = RUNNING + 2 * DAY_MINUTES + 12 * 60
    await tick(RUNNING, end)
    flip(RUNNING, bit)
    const damage = [lost(RUNNING, end - 59)]
    expect(await known()).toEqual(damage)
    await tick(end, end + 36 * 60)
    expect(await known()).toEqual(damage)
    expect(await store.series.findDamage()).toMatchObject([{ samples: 60 }])
    // Rollups from before the damage stay available to reads that ask for all that is known.
    expect(await counted(true)).toEqual([12, 24])
    expect(await counted(false)).toEqual([24, 24, 12, 24])
    await write(RUNNING, end)
    expect(await known()).toEqual([])
    expect(await counted(true)).toEqual([24, 24, 24, 24])
  })

  it('is not forgotten when what was left of the week is damaged again', async () => {
    await tick(RUNNING, RUNNING + DAY_MINUTES)
    flip(RUNNING)
    await tick(RUNNING + DAY_MINUTES, RUNNING + 2 * DAY_MINUTES)
    flip(RUNNING)
    await tick(RUNNING + 2 * DAY_MINUTES, RUNNING + 3 * DAY_MINUTES)
    expect(await known()).toEqual([lost(RUNNING, RUNNING + 2 * DAY_MINUTES - 59)])
    expect(await store.series.findDamage()).toMatchObject([{ samples: 48 }])
  })
})
