// What requests look up is remembered; what another process writes to the same file counts from the next request on.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Composed, compose } from '../../../src/compose.js'
import type { Game } from '../../../src/domain/game.js'
import { columnsOf } from '../../../src/domain/sample.js'
import { NOON } from '../../support/start-app.js'
import { startHttpApp, type TestHttp } from '../../support/start-http.js'

const MINUTE = NOON / 60_000
let http: TestHttp
/** With a connection of its own, as the command line has one. */
let other: Composed
let game: Game
beforeAll(async () => {
  http = await startHttpApp()
  other = await compose(http.config, http.clock)
  game = await http.track(0)
  await http.write(game.universeId, [MINUTE - 2], { ccu: 1 })
})
afterAll(async () => {
  await other.close()
  await http.stop()
})

const statusOf = async (key: string) => (await http.ask('/games', { key })).status
/** Twice: the second answer comes from memory. */
const warm = async (key: string) => [await statusOf(key), await statusOf(key)]

it('a key that is revoked there is refused here', async () => {
  for (let round = 0; round < 20; round++) {
    const key = await http.operations.keys.create(http.account, `round ${round}`)
    expect(await warm(key.secret)).toEqual([200, 200])
    await other.operations.keys.revoke(key)
    expect(await statusOf(key.secret)).toBe(401)
  }
})

it('a key that is made there works here, also where it was tried before it was there', async () => {
  const made = await other.operations.keys.create(http.account, 'new')
  expect(await warm(made.secret)).toEqual([200, 200])
})

it('a plan that ends there ends here, and an account that is removed there is gone', async () => {
  const { account, key } = await http.tenant()
  expect(await warm(key)).toEqual([200, 200])
  await other.operations.accounts.change(`${account.id}`, { status: 'expired' })
  expect(await statusOf(key)).toBe(403)
  await other.operations.accounts.remove(`${account.id}`)
  expect(await statusOf(key)).toBe(401)
})

it('games that are added, paused, or removed there are so here', async () => {
  const ids = async () => ((await http.ask('/games')).json() as { games: { id: number }[] }).games.map(({ id }) => id)
  expect(await ids()).toEqual([game.id])
  const { universeId } = http.simulator.world.games[1] ?? { universeId: 0 }
  const added = await other.operations.games.add(http.account, { universeId })
  expect(await ids()).toEqual([game.id, added.game.id])
  await other.operations.games.remove(added.game)
  expect(await ids()).toEqual([game.id])
  expect((await http.ask(`/games/${added.game.id}/stats`)).status).toBe(404)
})

it('a sample that is written there is the latest here', async () => {
  const playing = async () => JSON.parse((await http.ask(`/games/${game.id}/stats`)).text).game.stats.playing
  expect([await playing(), await playing()]).toEqual([1, 1])
  const block = { universeId: game.universeId, minutes: Int32Array.of(MINUTE - 1) }
  const columns = columnsOf((name) => Float64Array.of(name === 'ccu' ? 2 : 9))
  await other.store.series.importBlock({ ...block, columns })
  expect(await playing()).toBe(2)
  // And from this process itself.
  await http.write(game.universeId, [MINUTE], { ccu: 3 })
  expect(await playing()).toBe(3)
})
