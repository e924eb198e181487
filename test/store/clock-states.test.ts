// Expired data is deleted only while the clock is known to be correct.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GRACE_PERIOD_MS } from '../../src/domain/account.js'
import { DAY_MINUTES, minuteOf } from '../../src/domain/clock.js'
import type { Store } from '../../src/domain/ports/store.js'
import type { ClockState } from '../../src/domain/time/clock-check.js'
import { openStore } from '../../src/store/open-store.js'
import { Database } from '../../src/store/sqlite/driver.js'
import { addGame, blockOf, createAccount, NOW, readSamples, record, sample } from './contract/support.js'

const YEARS_MS = 3 * 365 * DAY_MINUTES * 60_000
let folder = ''
let store: Store
let now = NOW
let state: ClockState = 'correct'

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-states-'))
  now = NOW
  state = 'correct'
  const clock = { now: () => now, monotonic: () => 0 }
  store = await openStore(`file:${folder}/headcount.db`, { clock, clockState: () => state })
})
afterEach(async () => {
  store.close()
  await rm(folder, { recursive: true })
})

const rowsOf = (table: string): number => {
  const raw = new Database(join(folder, 'headcount.db'))
  const count = raw.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0
  raw.close()
  return count
}

const newSession = (hash: string) => {
  const times = { createdAt: now, lastSeenAt: now, expiresAt: now + 100 }
  return store.sessions.create({ hash, discordUserId: '7', grant: null, name: null, browser: '', ...times })
}

describe.each(['wrong', 'unknown'] as const)('while the clock is %s, and years ahead', (found) => {
  const goAhead = (): void => {
    now += YEARS_MS
    state = found
  }
  const putRight = (): void => {
    now = NOW
    state = 'correct'
  }

  it('sessions and login links are left where they are, and good again once it is right', async () => {
    const { id: accountId } = await createAccount(store)
    await newSession('a')
    const link = { hash: 'l', accountId, role: 'owner', expiresAt: now + 100, isOperator: false } as const
    await store.sessions.createLink(link)
    goAhead()
    await newSession('b')
    expect(await store.sessions.useLink('l', now)).toBeUndefined()
    putRight()
    expect(await store.sessions.byHash('a')).toBeDefined()
    expect(await store.sessions.useLink('l', now)).toEqual(link)
    expect(await store.sessions.useLink('l', now)).toBeUndefined()
  })

  it('codes that link a server are left where they are, and good again once it is right', async () => {
    const { id: accountId } = await createAccount(store)
    await store.guilds.createCode({ hash: 'c', accountId, expiresAt: now + 100 })
    goAhead()
    await store.guilds.createCode({ hash: 'd', accountId, expiresAt: now + 100 })
    expect(await store.guilds.useCode('c', '77777', now)).toBeUndefined()
    putRight()
    expect((await store.guilds.useCode('c', '77777', now))?.accountId).toBe(accountId)
  })

  it('uses of private servers stay counted', async () => {
    const { id } = await createAccount(store)
    await store.privateServerUses.take(id, 20_000, 1)
    goAhead()
    await store.privateServerUses.take(id, 21_000, 1)
    putRight()
    expect(await store.privateServerUses.take(id, 20_000, 1)).toBe(false)
  })

  it('what removed accounts read stays noted', async () => {
    for (const [name, universe] of [
      ['one', 1],
      ['two', 2],
    ] as const) {
      const { id } = await createAccount(store, { name })
      await addGame(store, id, universe)
      await store.accounts.remove(id)
      goAhead()
    }
    expect(rowsOf('former_reader')).toBe(2)
  })

  it('history is packed, and none of it thinned out', async () => {
    const account = await createAccount(store, { plan: 'free' })
    await addGame(store, account.id, 1)
    const minute = minuteOf(NOW)
    const rows = Array.from({ length: 400 }, (_, day) =>
      [0, 10, 20].map((at) => sample(1, minute - day * DAY_MINUTES + at)),
    )
    const samples = rows.flat().sort((a, b) => a.minute - b.minute)
    await store.series.importBlock(
      blockOf(
        1,
        samples.filter((row) => row.minute <= minute),
      ),
    )
    const before = await readSamples(store, 1, 0, minute + 1)
    goAhead()
    await store.series.maintain()
    expect(await readSamples(store, 1, 0, minute + 1)).toEqual(before)
    putRight()
    await store.series.maintain()
    expect((await readSamples(store, 1, 0, minute + 1)).length).toBeLessThan(before.length)
  })
})

describe('a grace of thirty days', () => {
  it('is counted from the last tick at least, where an account is removed by a clock that is years behind', async () => {
    const { id } = await createAccount(store, { plan: 'enterprise' })
    await addGame(store, id, 1)
    const minute = minuteOf(NOW)
    const days = Array.from({ length: 60 }, (_, day) => minute - (60 - day) * DAY_MINUTES)
    await store.series.importBlock(
      blockOf(
        1,
        days.flatMap((day) => [sample(1, day), sample(1, day + 1)]),
      ),
    )
    await record(store, minute)
    now -= YEARS_MS
    state = 'unknown'
    await store.accounts.remove(id)
    now = NOW + GRACE_PERIOD_MS - 1
    state = 'correct'
    await store.series.maintain()
    expect(await readSamples(store, 1, 0, minute)).toHaveLength(120)
    now += 2 * DAY_MINUTES * 60_000
    await store.series.maintain()
    expect((await readSamples(store, 1, 0, minute)).length).toBeLessThan(120)
  })
})

describe('once the clock is correct', () => {
  it('what has expired is deleted as ever', async () => {
    const { id: accountId } = await createAccount(store)
    await addGame(store, accountId, 1)
    await newSession('a')
    await store.sessions.createLink({ hash: 'l', accountId, role: 'owner', expiresAt: now + 100, isOperator: false })
    await store.guilds.createCode({ hash: 'c', accountId, expiresAt: now + 100 })
    await store.accounts.remove((await createAccount(store, { name: 'other' })).id)
    now += GRACE_PERIOD_MS + 1
    await newSession('b')
    await store.guilds.createCode({ hash: 'd', accountId, expiresAt: now + 100 })
    expect([rowsOf('session'), rowsOf('login_link'), rowsOf('guild_code')]).toEqual([1, 0, 1])
  })

  it('times that were written years ahead are brought back, so that nothing waits for them', async () => {
    const { id: accountId } = await createAccount(store)
    now += YEARS_MS
    state = 'unknown'
    const game = await addGame(store, accountId, 1, { createdAt: now })
    await store.guildSettings.left('9', now)
    await store.sessions.createLink({
      hash: 'l',
      accountId,
      role: 'owner',
      expiresAt: now + 900_000,
      isOperator: false,
    })
    await store.counters.put({ guildId: '9', channelId: '8', gameId: game.id, metric: 'ccu', template: null })
    await store.counters.takeRename('8', now)
    expect(await store.moveBack(NOW)).toMatchObject({ times: 0 })
    now = NOW
    state = 'correct'
    expect(await store.moveBack(NOW)).toMatchObject({ cursor: null, gaps: 0, times: 4 })
    expect((await store.games.byId(game.id))?.createdAt).toBe(NOW)
    expect(await store.sessions.useLink('l', NOW + 900_001)).toBeUndefined()
    expect(await store.counters.takeRename('8', NOW + 600_000)).toBe(true)
    expect(await store.guildSettings.forgetLeft(NOW)).toEqual(['9'])
    expect(await store.moveBack(NOW)).toMatchObject({ times: 0 })
  })
})
