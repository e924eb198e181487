// Whichever page of the series is damaged, unreadable weeks are reported and all others are served.
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MINUTES, WEEK_MINUTES } from '../../../../src/domain/clock.js'
import type { Store } from '../../../../src/domain/ports/store.js'
import type { Sample } from '../../../../src/domain/sample.js'
import { openStore } from '../../../../src/store/open-store.js'
import { rejectionOf } from '../../../support/rejections.js'
import { breakPages, pagesOf } from '../../../support/store/damage-file.js'
import { rounds } from '../../../support/test-run.js'
import { blockOf, DAY, NOW, readSamples, sample } from '../../contract/support.js'

const WEEKS = [0, 1, 2].map((week) => (Math.floor(DAY / WEEK_MINUTES) - 3 + week) * WEEK_MINUTES)
const IDS = [5, 6, 7]
const clock = { now: () => NOW, monotonic: () => NOW }
let folder = ''
let whole = ''
let seed = 1
const noise = (): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return seed % 256
}

/** Random samples at ten minutes, which compress so badly that a week takes several pages. */
const rowsOf = (id: number, from: number): Sample[] =>
  Array.from({ length: 1_008 }, (_, row) => sample(id, from + row * 10, (row * row * 7_919 + id * 31) % 100_003))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-pages-'))
  whole = join(folder, 'whole.db')
  const store = await openStore(`file:${whole}`, { clock })
  for (const id of IDS) for (const week of WEEKS) await store.series.importBlock(blockOf(id, rowsOf(id, week)))
  store.close()
})
afterAll(() => rm(folder, { recursive: true }))

async function withBroken<T>(page: number, make: (() => number) | undefined, work: (store: Store) => Promise<T>) {
  const file = join(folder, 'broken.db')
  for (const ending of ['', '-wal', '-shm']) await rm(file + ending, { force: true })
  await copyFile(whole, file)
  await breakPages(file, [page], make)
  const store = await openStore(`file:${file}`, { clock })
  try {
    return await work(store)
  } finally {
    store.close()
  }
}

/** The damaged weeks of each universe; expects all others to be as they were written, in every kind of read. */
async function damagedWeeks({ series }: Store): Promise<string[]> {
  const damaged: string[] = []
  for (const id of IDS)
    for (const from of WEEKS) {
      const span = { from, until: from + WEEK_MINUTES }
      const range = { start: from / DAY_MINUTES, end: span.until / DAY_MINUTES - 1 }
      const damage = await series.damage(id, span, 'fresh')
      const days = await series.rollups(id, range, { interval: 1, until: DAY, isReadable: true })
      const read = await readSamples({ series } as Store, id, span.from, span.until)
      expect(await series.damage(id, span, 'known')).toEqual(damage)
      expect(days.reduce((sum, day) => sum + day.samples, 0)).toBe(read.length)
      if (damage.length > 0) damaged.push(`${id} ${from}`)
      else expect(read).toEqual(rowsOf(id, from))
    }
  return damaged
}

describe.each([
  ['zeros', undefined],
  ['noise', noise],
])('a page of the series that is %s', (_, make) => {
  it('takes no week along that lies elsewhere, and none without a sign', async () => {
    let found = 0
    const pages = [...pagesOf(whole, 'segment'), ...pagesOf(whole, 'rollup')]
    const step = rounds({ short: 8, long: 1 })
    for (const page of pages.filter((_, index) => index % step === 0))
      await withBroken(page, make, async (store) => {
        const damaged = await damagedWeeks(store)
        found += damaged.length
        expect((await store.series.findDamage()).length).toBeGreaterThanOrEqual(damaged.length)
        const served = IDS.filter((id) => WEEKS.some((week) => !damaged.includes(`${id} ${week}`)))
        expect([...(await store.series.latest(IDS)).keys()]).toEqual(served)
      })
    expect(found).toBeGreaterThan(20 / step)
  })
})

it('a week on a broken page takes no import, and says what to do; the weeks beside it do', async () => {
  // The second page of a segment, without which its further pages cannot be found.
  const [page = 0] = pagesOf(whole, 'segment').filter((_, index) => index === 2)
  await withBroken(page, undefined, async (store) => {
    const [damaged = ''] = await damagedWeeks(store)
    const [id = 0, from = 0] = damaged.split(' ').map(Number)
    const again = store.series.importBlock(blockOf(id, rowsOf(id, from)))
    const { code, text } = await rejectionOf(again)
    expect([code, text]).toEqual([
      'UNAVAILABLE',
      expect.stringMatching(/broken page.*Stop the service and restore a backup/),
    ])
    for (const week of WEEKS)
      if (week !== from)
        expect((await store.series.importBlock(blockOf(id, rowsOf(id, week)))).unchanged).toBe(rowsOf(id, week).length)
    expect(await damagedWeeks(store)).toEqual([damaged])
  })
})
