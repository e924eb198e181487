import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { minuteOf } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import { NOON } from '../../support/start-app.js'
import { startHttpApp, type TestHttp } from '../../support/start-http.js'
import { expectRejection } from '../expect-answer.js'

const NOW = minuteOf(NOON)

interface ListedSeries {
  readonly game: { readonly id: number }
  readonly columns: { readonly ccu: { readonly value: readonly (number | null)[] } }
}

let http: TestHttp
let game: Game
beforeEach(async () => {
  http = await startHttpApp()
  game = await http.track(0)
})
afterEach(() => http.stop())

const ask = (query: string) => http.ask(`/games/${game.id}/series?${query}`)

describe('GET /series', () => {
  it('answers the games in the order asked, with the same points as each alone', async () => {
    const second = await http.track(1)
    await http.write(game.universeId, [NOW], { ccu: 5 })
    await http.write(second.universeId, [NOW], { ccu: 6 })
    const answer = await http.ask(`/series?games=${second.id},${game.id}&last=2h`)
    const { series: both } = answer.json() as { series: ListedSeries[] }
    expect(both.map((one) => [one.game.id, one.columns.ccu.value])).toEqual([
      [second.id, [null, 6]],
      [game.id, [null, 5]],
    ])
    expect({ success: true, series: both[1] }).toEqual((await ask('last=2h')).json())
    const csv = await http.ask(`/series?games=${second.id},${game.id}&last=2h&format=csv`)
    expect(csv.text.split('\r\n').map((line) => line.split(',')[0])).toEqual(
      ['game_id', second.id, second.id, game.id, game.id, ''].map(String),
    )
  })

  it.each(['', 'games=', 'games=1,x', 'games=1,1', `games=${Array.from({ length: 51 }, (_, id) => id + 1).join(',')}`])(
    'rejects ?%s',
    async (query) => {
      const answer = await http.ask(`/series?${query}`)
      expectRejection(answer, 400, 'INVALID_PARAMETERS')
      expect(answer.text).toContain('games')
    },
  )

  it('rejects a game that is named by both of its ids, and says which two they are [API-10]', async () => {
    const answer = await http.ask(`/series?games=${game.universeId},${game.id}`)
    expectRejection(answer, 400, 'INVALID_PARAMETERS')
    expect(answer.text).toContain(`${game.universeId} and ${game.id} are the same game`)
  })

  it('says which of the games is not there', async () => {
    const answer = await http.ask(`/series?games=${game.id},987654`)
    expectRejection(answer, 404, 'NOT_FOUND')
    expect(answer.text).toContain('no game with the ID 987654')
  })

  it('counts the numbers of all games together [API-40]', async () => {
    const ids = [game.id, (await http.track(1)).id, (await http.track(2)).id]
    const range = 'interval=1h&last=365d'
    expect((await ask(range)).status).toBe(200)
    expectRejection(await http.ask(`/series?games=${ids}&${range}`), 400, 'INVALID_PARAMETERS')
  })
})
