// Thousands of games: lists of them are read in pages, and are never a mixture of two states.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Account } from '../../src/domain/account.js'
import { NOON, startApp, type TestApp } from '../support/start-app.js'

const GAMES = 1_300

let app: TestApp
let account: Account
beforeEach(async () => {
  app = await startApp()
  account = await app.services.accounts.create({ name: 'Large studio', plan: 'enterprise' })
  for (let id = 1; id <= GAMES; id++) await add(id)
}, 60_000)
afterEach(() => app.stop())

const add = (id: number) => {
  const universe = { id, name: `Game ${id}`, rootPlaceId: id, updatedAt: null, condition: 'shown' as const }
  return app.store.games.add({ accountId: account.id, channelId: null, createdAt: NOON, maxGames: 2 * GAMES, universe })
}
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

const LISTS = [
  ['the games of a large account', () => app.store.games.ofAccount(account.id)],
  ['all active games', () => app.store.games.active()],
] as const

describe.each(LISTS)('%s', (_, list) => {
  const idsOf = async () => (await list()).map(({ universeId }) => universeId)

  it('are read in turns with other work [API-81]', async () => {
    let turns = 0
    let isReading = true
    const counting = (async () => {
      for (; isReading; turns++) await yieldToEventLoop()
    })()
    expect(await idsOf()).toEqual(upTo(GAMES))
    isReading = false
    await counting
    expect(turns).toBeGreaterThanOrEqual(2)
  }, 60_000)

  it('include all that was added before they are read, and are of one moment', async () => {
    for (let id = GAMES + 1; id <= GAMES + 5; id++) {
      const before = idsOf()
      await yieldToEventLoop()
      await add(id)
      expect(await idsOf()).toEqual(upTo(id))
      expect([upTo(id - 1), upTo(id)]).toContainEqual(await before)
    }
  }, 60_000)

  it('are read by many at once as by one', async () => {
    const found = await Promise.all([idsOf(), idsOf(), idsOf()])
    for (const one of found) expect(one).toEqual(upTo(GAMES))
    const changed = await list()
    changed.pop()
    expect(await idsOf()).toEqual(upTo(GAMES))
  }, 60_000)
})
