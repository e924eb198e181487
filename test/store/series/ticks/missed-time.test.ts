// The gaps of a tick after a long stop are written in turns of the event loop: they are those that a tick of fewer universes writes at
// once, and little is done in each turn.
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { Gap } from '../../../../src/domain/gap.js'
import type { Store } from '../../../../src/domain/ports/store.js'
import { cadencesOf } from '../../../../src/domain/rules/cadence.js'
import { missedSlots } from '../../../../src/domain/rules/schedule.js'
import { openStore } from '../../../../src/store/open-store.js'
import { Database } from '../../../../src/store/sqlite/driver.js'
import { blockOf, gap, NOW, record, sample } from '../../contract/support.js'

const MINUTE = NOW / 60_000
const GROUP_SIZE = 8
const clock = { now: () => NOW, monotonic: () => NOW }

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-missed-'))
  const empty = await openStore(`file:${join(folder, 'empty.db')}`, { clock })
  await empty.close()
})
afterAll(() => rm(folder, { recursive: true }))

/** What one universe has before the tick, and in it. */
const life = fc.record({
  interval: fc.constantFrom(1, 5, 10),
  isMissingBefore: fc.boolean(),
  imported: fc.option(
    fc.record({
      ago: fc.integer({ min: 5, max: 3_000 }),
      count: fc.integer({ min: 1, max: 90 }),
      every: fc.constantFrom(1, 4, 10),
    }),
  ),
  splitAgo: fc.option(fc.integer({ min: 1, max: 900 })),
  atTick: fc.constantFrom('sample', 'sample', 'failure', 'nothing'),
  hasNewSchedule: fc.constantFrom(false, false, false, true),
})
type Life = Parameters<Parameters<typeof life.map>[0]>[0]

const scene = fc.record({
  /** Minutes between the ticks. */
  missed: fc.integer({ min: 2, max: 4_000 }),
  late: fc.nat({ max: 9 }),
  lives: fc.array(life, { minLength: 4 * GROUP_SIZE, maxLength: 4 * GROUP_SIZE }),
})

function gapsOf(id: number, { interval, splitAgo, atTick }: Life, last: number, minute: number): Gap[] {
  const slots = missedSlots(last, minute, interval)
  const gaps: Gap[] = []
  if (slots !== undefined) {
    const middle = Math.min(Math.max(slots.from, minute - (splitAgo ?? 0)), slots.until)
    if (middle > slots.from) gaps.push(gap(id, slots.from, middle, 'not running'))
    if (middle < slots.until) gaps.push(gap(id, middle, slots.until, 'late'))
  }
  if (atTick === 'failure' && minute % interval === 0) gaps.push(gap(id, minute, minute + interval))
  return gaps
}

async function live(store: Store, ids: readonly number[], lives: readonly Life[], last: number, minute: number) {
  const each = ids.map((id) => ({ id, life: lives[id - 1] as Life }))
  await record(store, last, {
    schedules: each.map(({ id, life: { interval } }) => ({ universeId: id, since: last - 60, interval })),
    samples: each.filter(({ life }) => !life.isMissingBefore).map(({ id }) => sample(id, last)),
    gaps: each
      .filter(({ life }) => life.isMissingBefore)
      .map(({ id, life }) => gap(id, Math.floor(last / life.interval) * life.interval - 60, last + life.interval)),
  })
  for (const { id, life } of each) {
    if (life.imported === null) continue
    const { ago, count, every } = life.imported
    const minutes = Array.from({ length: count }, (_, row) => minute - ago + row * every).filter((at) => at < minute)
    const block = blockOf(
      id,
      minutes.map((at) => sample(id, at)),
    )
    await store.series.importBlock(block, cadencesOf(block.minutes))
  }
  await record(store, minute, {
    samples: each.filter(({ life }) => life.atTick === 'sample').map(({ id }) => sample(id, minute)),
    gaps: each.flatMap(({ id, life }) => gapsOf(id, life, last, minute)),
    schedules: each
      .filter(({ life }) => life.hasNewSchedule)
      .map(({ id }) => ({ universeId: id, since: minute, interval: 1 })),
  })
}

interface GapRecords {
  readonly gaps: readonly unknown[]
  readonly events: readonly unknown[]
}

async function rowsAfter(name: string, run: (store: Store) => Promise<void>): Promise<GapRecords> {
  const file = join(folder, name)
  await copyFile(join(folder, 'empty.db'), file)
  const store = await openStore(`file:${file}`, { clock, clockState: () => 'correct' })
  try {
    await run(store)
  } finally {
    await store.close()
  }
  const raw = new Database(file, { readonly: true })
  try {
    const events = raw.prepare('SELECT * FROM event ORDER BY universe_id, start_minute').all() as object[]
    return {
      gaps: raw.prepare('SELECT * FROM gap ORDER BY universe_id, from_minute').all(),
      // Two columns number the events of a whole file.
      events: events.map((event) => ({ ...event, id: 0, change: 0 })),
    }
  } finally {
    raw.close()
  }
}

it('are those that a tick of a few universes writes at once, and so are their events', async () => {
  let round = 0
  await fc.assert(
    fc.asyncProperty(scene, async ({ missed, late, lives }) => {
      round++
      const [minute, last] = [MINUTE - late, MINUTE - late - missed]
      const ids = lives.map((_, index) => index + 1)
      const together = await rowsAfter(`${round}.db`, (store) => live(store, ids, lives, last, minute))
      const apart: GapRecords[] = []
      for (let from = 0; from < ids.length; from += GROUP_SIZE) {
        const group = ids.slice(from, from + GROUP_SIZE)
        apart.push(await rowsAfter(`${round}-${from}.db`, (store) => live(store, group, lives, last, minute)))
      }
      expect(together.gaps).toEqual(apart.flatMap(({ gaps }) => gaps))
      expect(together.events).toEqual(apart.flatMap(({ events }) => events))
    }),
    { numRuns: 6 },
  )
})

it('are written for some universes in each turn of the event loop, and are whole when the tick is stored', async () => {
  const store = await openStore(`file:${join(folder, 'turns.db')}`, { clock })
  onTestFinished(() => void store.close())
  const ids = Array.from({ length: 300 }, (_, index) => index + 1)
  const last = MINUTE - 3_000
  await record(store, last, { samples: ids.map((id) => sample(id, last)) })
  const turns = countWrites()
  onTestFinished(turns.stop)
  const gaps = ids.map((id) => gap(id, last + 1, MINUTE, 'not running'))
  await record(store, MINUTE, { samples: ids.map((id) => sample(id, MINUTE)), gaps })
  expect(turns.gaps()).toBeLessThanOrEqual(32)
  expect(await store.series.gaps(300, 0, MINUTE + 10)).toEqual([gap(300, last + 1, MINUTE, 'not running')])
})

it('that a killed process has written before its tick are found again by the next one', async () => {
  const store = await openStore(`file:${join(folder, 'killed.db')}`, { clock })
  onTestFinished(() => void store.close())
  const ids = Array.from({ length: 100 }, (_, index) => index + 1)
  const last = MINUTE - 3_000
  await record(store, last, { samples: ids.map((id) => sample(id, last)) })
  const gapsUntil = (until: number) => ids.map((id) => gap(id, last + 1, until, 'not running'))
  // The transaction of the tick fails, after the gaps were written.
  const broken = [{ ...sample(1, MINUTE - 5), ccu: Number.NaN, universeId: Number.NaN }]
  await record(store, MINUTE - 5, { samples: broken, gaps: gapsUntil(MINUTE - 5) }).catch(() => undefined)
  await record(store, MINUTE, { samples: ids.map((id) => sample(id, MINUTE)), gaps: gapsUntil(MINUTE) })
  expect(await store.series.gaps(100, 0, MINUTE + 10)).toEqual([gap(100, last + 1, MINUTE, 'not running')])
})

/** Counts the gaps that are written in each turn of the event loop. */
function countWrites() {
  const raw = new Database(':memory:')
  const statements = Object.getPrototypeOf(raw.prepare('SELECT 1')) as { run(...values: unknown[]): unknown }
  raw.close()
  const { run } = statements
  let [inTurn, most, isRunning] = [0, 0, true]
  statements.run = function counted(this: { readonly source: string }, ...values: unknown[]) {
    if (this.source.startsWith('INSERT OR REPLACE INTO gap')) most = Math.max(most, ++inTurn)
    return run.apply(this, values)
  }
  const next = (): void => {
    inTurn = 0
    if (isRunning) setImmediate(next)
  }
  next()
  return {
    gaps: () => most,
    stop: () => {
      isRunning = false
      statements.run = run
    },
  }
}
