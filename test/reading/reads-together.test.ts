// What is read of all games of an account is read together: a game after the other would wait for the server once for each.
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { MINUTE_MS } from '../../src/domain/clock.js'
import { startHttpApp } from '../support/start-http.js'
import { isOnPostgres } from '../support/test-run.js'

const GAMES = 24

it.skipIf(!isOnPostgres)('a summary of all games takes far fewer snapshots than there are games', async () => {
  const http = await startHttpApp({ simulator: { games: GAMES } })
  onTestFinished(() => http.stop())
  const now = Math.floor(http.clock.now() / MINUTE_MS)
  for (let index = 0; index < GAMES; index++) {
    const { universeId } = await http.track(index)
    await http.write(universeId, [now - 1_500, now - 5], { ccu: index })
  }
  const games = await http.services.findGame.ofAccount(http.account)
  const summaries = await Promise.all(games.map((game) => http.services.summarizeGames.one(http.account, game, {})))
  const query = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => query.mockRestore())
  expect(await http.services.summarizeGames.all(http.account, {})).toEqual(summaries)
  const snapshots = query.mock.calls.filter(([text]) => String(text).startsWith('BEGIN ISOLATION'))
  expect(snapshots.length).toBeGreaterThan(0)
  expect(snapshots.length).toBeLessThan(GAMES / 2)
})
