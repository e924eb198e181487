// A tick after which the gaps of hundreds of universes change: how much is written between two turns of the event loop, in rows,
// because milliseconds say nothing on a busy machine; and what a failure in between leaves.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Minute } from '../../../../src/domain/clock.js'
import type { Gap } from '../../../../src/domain/gap.js'
import type { Store } from '../../../../src/domain/ports/store.js'
import { openStore } from '../../../../src/store/open-store.js'
import { Database } from '../../../../src/store/sqlite/driver.js'
import { addGame, createAccount, DAY, facts, NOW, sample } from '../../contract/support.js'

const UNIVERSES = 700
const IDS = Array.from({ length: UNIVERSES }, (_, index) => index + 1)
const AFTER = DAY + 180
const MISSED: Omit<Gap, 'universeId'> = { from: DAY + 1, until: AFTER, reason: 'not running' }
/** Of 25 universes: a gap, an event and its number, and a little more. */
const MAX_WRITES = 125

type Run = (this: unknown, ...values: unknown[]) => unknown
const probe = new Database(':memory:')
const prototype = Object.getPrototypeOf(probe.prepare('SELECT 1')) as { run: Run; get: Run }
const original = { run: prototype.run, get: prototype.get }
probe.close()

/** Calls `count` at each statement that may write. */
function observe(count: () => void): void {
  for (const name of ['run', 'get'] as const)
    prototype[name] = function counted(...values) {
      if (/^\s*(INSERT|UPDATE|DELETE)/.test((this as { source: string }).source)) count()
      return original[name].apply(this, values)
    }
}

let store: Store
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-tick-turns-'))
  store = await openStore(`file:${join(folder, 'headcount.db')}`, {
    clock: { now: () => NOW, monotonic: () => NOW },
    clockState: () => 'correct',
  })
  const account = await createAccount(store)
  for (const id of IDS) await addGame(store, account.id, id, { maxGames: UNIVERSES })
  await record(DAY, { schedules: IDS.map((universeId) => ({ universeId, since: DAY, interval: 1 })) })
}, 60_000)
afterEach(async () => {
  Object.assign(prototype, original)
  store.close()
  await rm(folder, { recursive: true })
})

const record = (minute: Minute, more: Partial<Parameters<Store['series']['recordTick']>[0]> = {}) =>
  store.series.recordTick({
    ...{ minute, gaps: [], facts: [], schedules: [], cursor: { minute, clockWasWrong: false } },
    samples: IDS.map((id) => sample(id, minute, id)),
    ...more,
  })
const missed = { gaps: IDS.map((universeId) => ({ universeId, ...MISSED })) }
const gapsOf = (id: number) => store.series.gaps(id, DAY, AFTER + 10)
const gapEvents = async () => {
  const query = { universeIds: IDS, accountId: null, kinds: ['gap' as const], from: undefined, until: undefined }
  return store.eventLog.newest({ ...query, limit: 2 * UNIVERSES }, undefined)
}

async function mostWrites(work: () => Promise<unknown>): Promise<number> {
  let [inTurn, most, isRunning] = [0, 0, true]
  observe(() => {
    most = Math.max(most, ++inTurn)
  })
  const counting = (async () => {
    for (; isRunning; inTurn = 0) await yieldToEventLoop()
  })()
  await work()
  isRunning = false
  await counting
  Object.assign(prototype, original)
  return most
}

describe('a tick that changes the gaps of hundreds of universes', () => {
  it('writes those of 25 of them between two turns of the event loop [API-81]', async () => {
    expect(await mostWrites(() => record(AFTER, missed))).toBeLessThanOrEqual(MAX_WRITES)
    for (const universeId of IDS) expect(await gapsOf(universeId)).toEqual([{ universeId, ...MISSED }])
    const events = await gapEvents()
    expect(events.map(({ universeId }) => universeId).sort((a, b) => Number(a) - Number(b))).toEqual(IDS)
    for (const event of events) expect(event).toMatchObject({ start: MISSED.from, end: AFTER })
    expect(await store.series.cursor()).toEqual({ minute: AFTER, clockWasWrong: false })
  }, 60_000)

  it('writes as few where all of them fail, and at the tick after that', async () => {
    const failed = IDS.map((universeId) => ({
      ...{ universeId, from: DAY + 1, until: DAY + 2, reason: 'platform error' as const },
    }))
    expect(await mostWrites(() => record(DAY + 1, { samples: [], gaps: failed }))).toBeLessThanOrEqual(MAX_WRITES)
    expect(await mostWrites(() => record(DAY + 2))).toBeLessThanOrEqual(MAX_WRITES)
    for (const universeId of IDS) expect(await gapsOf(universeId)).toHaveLength(1)
  }, 60_000)

  it('writes the schedules and names of new universes in such parts, too', async () => {
    const schedules = IDS.map((universeId) => ({ universeId, since: DAY + 1, interval: 5 }))
    const named = IDS.map((id) => facts(id, { name: `New name of ${id}` }))
    expect(await mostWrites(() => record(DAY + 1, { schedules, facts: named }))).toBeLessThanOrEqual(MAX_WRITES)
    const tracked = await store.universes.tracked()
    expect(tracked.map(({ name }) => name)).toEqual(IDS.map((id) => `New name of ${id}`))
    expect(tracked.every(({ schedule }) => schedule?.interval === 5)).toBe(true)
  }, 60_000)

  it('that fails in between moves no cursor, and the next one accounts for the same time once', async () => {
    let writes = 0
    observe(() => {
      if (++writes === 8 * MAX_WRITES) throw new Error('The disk is full.')
    })
    await expect(record(AFTER, missed)).rejects.toThrow('The disk is full.')
    Object.assign(prototype, original)
    expect(await store.series.cursor()).toEqual({ minute: DAY, clockWasWrong: false })
    expect((await store.series.latest([1])).get(1)?.minute).toBe(DAY)
    const longer = { ...MISSED, until: AFTER + 1 }
    await record(AFTER + 1, { gaps: IDS.map((universeId) => ({ universeId, ...longer })) })
    for (const universeId of IDS) expect(await gapsOf(universeId)).toEqual([{ universeId, ...longer }])
    const events = await gapEvents()
    expect(events).toHaveLength(UNIVERSES)
    for (const event of events) expect(event).toMatchObject({ start: MISSED.from, end: AFTER + 1 })
  }, 60_000)
})

describe('the universes to be sampled', () => {
  it('are read in pages between which other work has its turn', async () => {
    let turns = 0
    let isReading = true
    const counting = (async () => {
      for (; isReading; turns++) await yieldToEventLoop()
    })()
    await record(DAY + 1, { facts: [facts(1, { name: 'Another name' })] })
    expect((await store.universes.tracked()).map(({ id }) => id)).toEqual(IDS)
    isReading = false
    await counting
    expect(turns).toBeGreaterThanOrEqual(2)
  }, 60_000)
})
