// A paused game has no players now: its pages say of when its last number is.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Game } from '../../../../src/domain/game.js'
import { NOW, writeWave } from '../../support/history.js'
import { startWeb, type TestWeb } from '../../support/start-web.js'

let web: TestWeb
let game: Game
beforeAll(async () => {
  web = await startWeb({ terms: { name: 'Own studio', plan: 'premium' } })
  game = await web.services.games.change(await web.track(0), { isPublic: true })
  await writeWave(web, game.universeId)
  await web.services.games.change(game, { isActive: false })
  web.clock.advance(3 * 1_440)
})
afterAll(() => web.stop())

const wordsOf = (html: string): string => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
const TIME = new Date(NOW * 60_000).toISOString()

describe('the page of a paused game', () => {
  it('says of when its last players are, and compares nothing with today [WEB-24]', async () => {
    const owner = await web.member('owner')
    for (const [visitor, path] of [
      [web.visitor(), `/games/${game.universeId}`],
      [owner, `/accounts/${web.account.id}/games/${game.id}`],
    ] as const) {
      const { text } = await visitor.get(path)
      const figure = /<dl class="figures">.*?<div>.*?<\/div>/s.exec(text)?.[0] ?? ''
      expect(wordsOf(figure)).toMatch(/Last players [\d,]+ at Jun 17, 2026, 12:00 PM/)
      expect(figure).toContain(`<time datetime="${TIME}"`)
      expect(figure).not.toMatch(/hours ago|days ago/)
      expect(text).not.toMatch(/players now|now at/i)
    }
  })

  it('in a frame on other sites says so too, and the home shows no number [WEB-43]', async () => {
    const { text } = await web.visitor().get(`/embed/games/${game.universeId}`)
    expect(wordsOf(/<span id="players-now".*?<\/span>/s.exec(text)?.[0] ?? '')).toMatch(
      /[\d,]+ players at Jun 17, 2026, 12:00 PM/,
    )
    const home = await (await web.member('owner')).get(`/accounts/${web.account.id}`)
    expect(/<td class="number first-measure">(.*?)<\/td>/.exec(home.text)?.[1] ?? '—').toBe('—')
  })
})
