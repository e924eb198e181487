import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GRACE_MS } from '../../src/domain/account.js'
import { readingPlan } from '../../src/domain/rules/entitlement.js'
import { startApp, type TestApp } from '../support/start-app.js'

const DAY_MS = 86_400_000
let app: TestApp

beforeEach(async () => {
  app = await startApp()
})
afterEach(() => app.stop())

async function reads(name: string): Promise<string> {
  const account = await app.store.accounts.byName(name)
  if (!account) throw new Error('No such account.')
  return readingPlan(account, app.operations.plans, app.clock.now()).name
}

describe('an account', () => {
  it('reads as before until 30 days after its trial has ended, also when it is renamed meanwhile', async () => {
    const { accounts } = app.operations
    await accounts.create({ name: 'Old', plan: 'enterprise', status: 'trial', trialDays: 1 })
    app.clock.set(app.clock.now() + 2 * DAY_MS)
    const { account } = await accounts.change('Old', { name: 'New' })
    expect(account.status).toBe('expired')
    expect(await reads('New')).toBe('enterprise')
    app.clock.set(app.clock.now() + GRACE_MS)
    expect(await reads('New')).toBe('free')
  })

  it('reads as before until 30 days after a downgrade or a lapse', async () => {
    const { accounts } = app.operations
    await accounts.create({ name: 'Down', plan: 'enterprise' })
    await accounts.create({ name: 'Lapsed', plan: 'premium' })
    await accounts.change('Down', { plan: 'free' })
    await accounts.change('Lapsed', { status: 'expired' })
    expect([await reads('Down'), await reads('Lapsed')]).toEqual(['enterprise', 'premium'])
    app.clock.set(app.clock.now() + GRACE_MS)
    expect([await reads('Down'), await reads('Lapsed')]).toEqual(['free', 'free'])
  })

  it('gets a new end of its trial only where one is asked for', async () => {
    const { accounts } = app.operations
    const first = await accounts.create({ name: 'T', plan: 'premium', status: 'trial', trialDays: 3 })
    app.clock.advance(60)
    expect((await accounts.change('T', { name: 'T2' })).account.trialEndsAt).toBe(first.trialEndsAt)
    const longer = await accounts.change('T2', { trialDays: 10 })
    expect(longer.account.trialEndsAt).toBe(app.clock.now() + 10 * DAY_MS)
  })

  it('keeps its oldest games where a downgrade leaves room for fewer, and pauses the newest', async () => {
    const { accounts, games, findGame } = app.operations
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
