// An account with two games that have a history: one that everybody may see, and one for its members.
import type { Game } from '../../../src/domain/game.js'
import { writeWave } from './history.js'
import { startWeb, type TestWeb, type Visitor } from './start-web.js'

export interface TwoGames {
  readonly web: TestWeb
  readonly shown: Game
  readonly hidden: Game
  readonly viewer: Visitor
}

export async function startTwoGames(): Promise<TwoGames> {
  const web = await startWeb({ terms: { name: 'Own studio', plan: 'premium' } })
  const shown = await web.services.games.change(await web.track(0), { isPublic: true })
  const hidden = await web.track(1)
  for (const game of [shown, hidden]) await writeWave(web, game.universeId)
  return { web, shown, hidden, viewer: await web.member('viewer') }
}
