// Games compared with that of a page: by which parameters, of which games, and what is said of which.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireChart } from '../../../src/charts/page/wire.js'
import type { Game } from '../../../src/domain/game.js'
import type { TestWeb, Visitor } from '../support/start-web.js'
import { startTwoGames } from '../support/two-games.js'

let web: TestWeb
let shown: Game
let hidden: Game
let viewer: Visitor
beforeAll(async () => {
  ;({ web, shown, hidden, viewer } = await startTwoGames())
})
afterAll(() => web.stop())

const ownBase = (game: Game) => `/accounts/${web.account.id}/games/${game.id}`
const publicBase = (game: Game) => `/games/${game.universeId}`

test('a game is compared with those that the reader may see, by name or id, at most four', async () => {
  const visitor = web.visitor()
  const rejected = await visitor.get(`${publicBase(shown)}?compare=${hidden.universeId}`)
  expect(rejected.status).toBe(404)
  const typed = await visitor.get(`${publicBase(shown)}?add=${encodeURIComponent(hidden.name)}`)
  expect(typed.text).toContain('No game that you can see is called')
  expect(typed.text).not.toContain(`${hidden.universeId}`)
  const added = await viewer.get(`${ownBase(shown)}?range=24h&add=${encodeURIComponent(hidden.name.toUpperCase())}`)
  expect(added.location).toBe(`${ownBase(shown)}?range=24h&compare=${hidden.universeId}`)
  const both = await viewer.get(`${ownBase(shown)}/series?compare=${hidden.universeId}`)
  expect((JSON.parse(both.text) as WireChart).lines.map(({ name }) => name)).toEqual([shown.name, hidden.name])
  for (const five of [[1, 2, 3, 4, 5].map((id) => `compare=${id}`).join('&'), 'compare=1,2,3,4,5', 'compare=1,x']) {
    const { status, text } = await visitor.get(`${publicBase(shown)}?${five}`)
    expect([status, text.includes('Compare games: choose at most 4 games')], five).toEqual([400, true])
  }
})

test('compared games are also listed behind one another, and the address repeats them [WEB-22]', async () => {
  const other = hidden.universeId
  for (const list of [`${other},${shown.universeId}`, `${other}%2C%20${other}`, `${other}&compare=${other}`]) {
    const both = await viewer.get(`${ownBase(shown)}/series?compare=${list}`)
    expect(
      (JSON.parse(both.text) as WireChart).lines.map(({ name }) => name),
      list,
    ).toEqual([shown.name, hidden.name])
  }
  const page = await viewer.get(`${ownBase(shown)}?compare=${other},${other}`)
  expect(page.text).toContain(`/series?compare=${other}"`)
})

test('beside other games, what is measured and what is usual name the game that they are about', async () => {
  const { text } = await viewer.get(`${ownBase(shown)}?compare=${hidden.universeId}`)
  const sentences = [...text.matchAll(/<p class="chart-text">(.*?)<\/p>/gs)].map(([, one]) => one ?? '')
  const [figures = '', usual = ''] = sentences
  expect(figures.indexOf('Measured ')).toBeLessThan(figures.indexOf(hidden.name))
  expect(usual).toMatch(new RegExp(`^${shown.name}: [^ ]+ of the last week’s hours were within the usual range`))
})
