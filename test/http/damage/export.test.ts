// An export never omits a damaged week silently.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MINUTES } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import { minutes } from '../../support/export-files.js'
import { startHttpApp, type TestHttp, type TestResponse } from '../../support/start-http.js'
import { expectRejection } from '../expect-answer.js'
import { DAMAGED, damageWeek, dateOf, writeWeeks } from './weeks.js'

let http: TestHttp
let game: Game

beforeEach(async () => {
  http = await startHttpApp()
  game = await http.track(0)
  await writeWeeks(http, game)
  damageWeek(http, game)
})
afterEach(() => http.stop())

const ask = (first: number, last: number, format: string): Promise<TestResponse> =>
  http.ask(`/games/${game.id}/export?start_date=${dateOf(first)}&end_date=${dateOf(last)}&format=${format}`)

describe.each(['json', 'csv'])('an export as %s', (format) => {
  it('that touches a damaged week is a 500 that names its days, from the first request on [API-29]', async () => {
    for (const [first, last] of [
      [-7, 13],
      [-1, 0],
      [6, 7],
    ] as const) {
      const answer = await ask(first, last, format)
      expectRejection(answer, 500, 'INTERNAL_ERROR')
      expect(answer.headers['content-disposition']).toBeUndefined()
      const [from = '', to] = [Math.max(first, 0), Math.min(last, 6)].map(dateOf)
      expect(answer.text).toContain(`cannot be read: ${from === to ? from : `${from} to ${to}`} (UTC).`)
    }
  })

  it('of the days beside a damaged week is whole', async () => {
    for (const [first, last] of [
      [-7, -1],
      [7, 13],
    ] as const) {
      const answer = await ask(first, last, format)
      expect(answer.status).toBe(200)
      expect(answer.text.match(/T\d\d:\d\d:00\.000Z/g)).toHaveLength(7 * DAY_MINUTES)
    }
  })

  it('answers HEAD as it answers GET', async () => {
    const range = `start_date=${dateOf(0)}&end_date=${dateOf(1)}&format=${format}`
    expect((await http.ask(`/games/${game.id}/export?${range}`, { method: 'HEAD' })).status).toBe(500)
  })

  it('is whole again once the week was imported again', async () => {
    await http.write(game.universeId, minutes(7 * DAY_MINUTES, DAMAGED))
    const answer = await ask(-7, 13, format)
    expect(answer.status).toBe(200)
    expect(answer.text.match(/T\d\d:\d\d:00\.000Z/g)).toHaveLength(21 * DAY_MINUTES)
  })
})
