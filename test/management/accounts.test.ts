import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Account, GRACE_PERIOD_MS } from '../../src/domain/account.js'
import type { Game } from '../../src/domain/game.js'
import { readingPlan } from '../../src/domain/rules/entitlement.js'
import { Database } from '../../src/store/sqlite/driver.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { needsFile } from '../support/test-run.js'

const DAY_MS = 86_400_000
let app: TestApp

beforeEach(async () => {
  app = await startApp()
})
afterEach(() => app.stop())

async function reads(name: string): Promise<string> {
  const account = await app.store.accounts.byName(name)
  if (!account) throw new Error('No such account.')
  return readingPlan(account, app.services.plans, app.clock.now()).name
}

describe('an account', () => {
  it('reads as before until 30 days after its trial has ended, also when it is renamed meanwhile', async () => {
    const { accounts } = app.services
    await accounts.create({ name: 'Old', plan: 'enterprise', status: 'trial', trialDays: 1 })
    app.clock.set(app.clock.now() + 2 * DAY_MS)
    const { account } = await accounts.change('Old', { name: 'New' })
    expect(account.status).toBe('expired')
    expect(await reads('New')).toBe('enterprise')
    app.clock.set(app.clock.now() + GRACE_PERIOD_MS)
    expect(await reads('New')).toBe('free')
  })

  it('reads as before until 30 days after a downgrade or a lapse [PLANS-13]', async () => {
    const { accounts } = app.services
    await accounts.create({ name: 'Down', plan: 'enterprise' })
    await accounts.create({ name: 'Lapsed', plan: 'premium' })
    await accounts.change('Down', { plan: 'free' })
    await accounts.change('Lapsed', { status: 'expired' })
    expect([await reads('Down'), await reads('Lapsed')]).toEqual(['enterprise', 'premium'])
    app.clock.set(app.clock.now() + GRACE_PERIOD_MS)
    expect([await reads('Down'), await reads('Lapsed')]).toEqual(['free', 'free'])
  })

  it('gets a new end of its trial only where one is asked for', async () => {
    const { accounts } = app.services
    const first = await accounts.create({ name: 'T', plan: 'premium', status: 'trial', trialDays: 3 })
    app.clock.advance(60)
    expect((await accounts.change('T', { name: 'T2' })).account.trialEndsAt).toBe(first.trialEndsAt)
    const longer = await accounts.change('T2', { trialDays: 10 })
    expect(longer.account.trialEndsAt).toBe(app.clock.now() + 10 * DAY_MS)
  })

  it('keeps its oldest games where a downgrade leaves room for fewer, and pauses the newest', async () => {
    const { accounts, games, findGame } = app.services
    const account = await accounts.create({ name: 'Many', plan: 'premium' })
    for (const { universeId } of app.simulator.world.games.slice(0, 5)) {
      await games.add(account, { universeId })
      app.clock.advance(1)
    }
    const { paused } = await accounts.change('Many', { plan: 'free' })
    expect(paused.map((game) => game.id)).toEqual([4, 5])
    const active = (await findGame.ofAccount(account)).filter((game) => game.isActive)
    expect(active.map((game) => game.id)).toEqual([1, 2, 3])
  })
})

describe('a plan', () => {
  const idsOf = (games: readonly Game[]): number[] => games.map(({ id }) => id)
  const activeIds = async (account: Account): Promise<number[]> =>
    idsOf((await app.services.findGame.ofAccount(account)).filter(({ isActive }) => isActive))
  const pause = async (id: number, isActive = false) => {
    const { games } = app.services
    await games.change(await games.require(id), { isActive })
  }

  async function openStudio(count: number): Promise<Account> {
    const { accounts, games } = app.services
    const account = await accounts.create({ name: 'Studio', plan: 'premium' })
    for (const { universeId } of app.simulator.world.games.slice(0, count)) await games.add(account, { universeId })
    return account
  }

  it('that allows them again resumes exactly the games that a lower one had paused [PLANS-7]', async () => {
    const { accounts } = app.services
    const account = await openStudio(6)
    await pause(2)
    expect(idsOf((await accounts.change('Studio', { plan: 'free' })).paused)).toEqual([5, 6])
    const { paused, resumed, left } = await accounts.change('Studio', { plan: 'enterprise' })
    expect([idsOf(paused), idsOf(resumed), idsOf(left)]).toEqual([[], [5, 6], []])
    expect(await activeIds(account)).toEqual([1, 3, 4, 5, 6])
    expect((await accounts.change('Studio', { plan: 'premium' })).resumed).toEqual([])
  })

  it('leaves alone what a person paused, resumed or removed meanwhile', async () => {
    const { accounts, games } = app.services
    const account = await openStudio(7)
    await accounts.change('Studio', { plan: 'free' })
    await pause(4)
    await games.remove(await games.require(1))
    await games.remove(await games.require(5))
    await pause(6, true)
    await pause(6)
    await games.change(await games.require(7), { channelId: '112233445566778899', isPublic: true })
    expect(idsOf((await accounts.change('Studio', { plan: 'premium' })).resumed)).toEqual([7])
    expect(await activeIds(account)).toEqual([2, 3, 7])
  })

  it('resumes as many as it has room for, those registered first, and says which are left', async () => {
    const { accounts, games } = app.services
    const account = await openStudio(6)
    await accounts.change('Studio', { plan: 'free' })
    for (const id of [1, 2]) await games.remove(await games.require(id))
    expect((await accounts.change('Studio', { name: 'Renamed' })).resumed).toEqual([])
    const { resumed, left, maxGames } = await accounts.change('Renamed', { status: 'active' })
    expect([idsOf(resumed), idsOf(left), maxGames]).toEqual([[4, 5], [6], 3])
    expect(await activeIds(account)).toEqual([3, 4, 5])
  })

  it('that has expired pauses nothing, and resumes nothing before it is renewed', async () => {
    const { accounts } = app.services
    const account = await openStudio(5)
    expect((await accounts.change('Studio', { status: 'expired' })).paused).toEqual([])
    expect(await activeIds(account)).toEqual([1, 2, 3, 4, 5])
    await accounts.change('Studio', { plan: 'free', status: 'active' })
    const lapsed = await accounts.change('Studio', { plan: 'premium', status: 'expired' })
    expect([idsOf(lapsed.resumed), idsOf(lapsed.left), lapsed.maxGames]).toEqual([[], [4, 5], 3])
    expect(idsOf((await accounts.change('Studio', { trialDays: 3 })).resumed)).toEqual([4, 5])
  })

  it('changes together with its games or not at all', needsFile, async () => {
    const { accounts } = app.services
    const account = await openStudio(5)
    const beside = new Database(app.databaseFile)
    beside.exec("CREATE TRIGGER broken BEFORE UPDATE ON game BEGIN SELECT RAISE(ABORT, 'broken'); END")
    await expect(accounts.change('Studio', { plan: 'free' })).rejects.toThrow('broken')
    beside.exec('DROP TRIGGER broken')
    beside.close()
    expect((await accounts.require('Studio')).plan).toBe('premium')
    expect(await activeIds(account)).toEqual([1, 2, 3, 4, 5])
  })

  it('has room for so many games, however many are resumed at once', async () => {
    const { accounts, games } = app.services
    const account = await openStudio(6)
    for (const id of [2, 3, 4, 5, 6]) await pause(id)
    await accounts.change('Studio', { plan: 'free' })
    const paused = await Promise.all([2, 3, 4, 5, 6].map((id) => games.require(id)))
    const outcomes = await Promise.allSettled(paused.map((game) => games.change(game, { isActive: true })))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await activeIds(account)).toHaveLength(3)
  })
})
