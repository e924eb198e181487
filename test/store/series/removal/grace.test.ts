// Nothing is thinned out until thirty days after the last account stopped reading a universe (PLANS-14).
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MINUTES, HOUR_MINUTES, MINUTE_MS, minuteOf } from '../../../../src/domain/clock.js'
import type { PlanName } from '../../../../src/domain/plan.js'
import type { Store } from '../../../../src/domain/ports/store.js'
import { openStore } from '../../../../src/store/open-store.js'
import { Database } from '../../../../src/store/sqlite/driver.js'
import { addGame, blockOf, createAccount, NOW, readSamples, sample } from '../../contract/support.js'

const DAY_MS = DAY_MINUTES * MINUTE_MS
const FIRST = minuteOf(NOW) - 80 * DAY_MINUTES
/** Twelve an hour: more than the free plan reads of weeks that are older than one. */
const COUNT = (40 * DAY_MINUTES) / 5

let folder = ''
let now = NOW
let store: Store
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-grace-'))
  now = NOW
  store = await openStore(`file:${join(folder, 'headcount.db')}`, {
    clock: { now: () => now, monotonic: () => now },
    clockState: () => 'correct',
  })
  const rows = Array.from({ length: COUNT }, (_, index) => sample(1, FIRST + index * 5))
  await store.series.importBlock(blockOf(1, rows))
})
afterEach(async () => {
  store.close()
  await rm(folder, { recursive: true })
})

async function accountOn(plan: PlanName): Promise<{ account: number; game: number }> {
  const account = await createAccount(store, { name: plan, plan })
  return { account: account.id, game: (await addGame(store, account.id, 1)).id }
}

async function leftAfter(days: number): Promise<number> {
  now = NOW + days * DAY_MS
  await store.series.maintain()
  return (await readSamples(store, 1, FIRST, FIRST + 40 * DAY_MINUTES)).length
}

describe('a universe whose last reader went', () => {
  it('is kept whole for thirty days after the account was removed, and then as for the free plan [PLANS-14]', async () => {
    const { account } = await accountOn('enterprise')
    await store.accounts.remove(account)
    expect(await leftAfter(29)).toBe(COUNT)
    expect(await leftAfter(31)).toBeLessThan(COUNT / 12)
  })

  it('is kept as it was for thirty days after the game was removed, whatever the plan', async () => {
    const { game } = await accountOn('free')
    await store.games.remove(game, NOW)
    expect(await leftAfter(29)).toBe(COUNT)
    expect(await leftAfter(31)).toBeLessThan(COUNT / 12)
  })

  it('keeps the grace of a game that was removed before its account was', async () => {
    const { account, game } = await accountOn('enterprise')
    await store.games.remove(game, NOW)
    now = NOW + 20 * DAY_MS
    await store.accounts.remove(account)
    expect(await leftAfter(29)).toBe(COUNT)
    expect(await leftAfter(31)).toBeLessThan(COUNT / 12)
  })

  it('is kept as finely as the removed account read it, beside one that reads less', async () => {
    const { account } = await accountOn('enterprise')
    await accountOn('free')
    await store.accounts.remove(account)
    expect(await leftAfter(29)).toBe(COUNT)
    expect(await leftAfter(31)).toBeLessThan(COUNT / (HOUR_MINUTES / 5))
  })
})

describe('a week that is due to be thinned out', () => {
  it('stays as it is where an account that reads it in full comes while others are thinned out', async () => {
    await accountOn('free')
    const raw = new Database(join(folder, 'headcount.db'))
    const thinned = () => Number(raw.prepare('SELECT count(*) FROM rollup WHERE slot > 1').pluck().get())
    const done = store.series.maintain()
    while (thinned() === 0) await yieldToEventLoop()
    const upTo = thinned()
    await accountOn('enterprise')
    await done
    expect(upTo).toBeLessThan(6)
    expect(thinned()).toBe(upTo)
    raw.close()
  })
})
