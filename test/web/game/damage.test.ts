// What the page of a game and its files say where a week is damaged on disk.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MINUTES, dayOf, isoOfDay, WEEK_MINUTES } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import { flipBit } from '../../support/store/damage-file.js'
import { NOW } from '../support/history.js'
import { startWeb, type TestWeb } from '../support/start-web.js'

/** The week from Thursday 2026-06-04 to Wednesday 2026-06-10, because stored weeks begin on Thursday. */
const WEEK = (Math.floor(NOW / WEEK_MINUTES) - 1) * WEEK_MINUTES
const [FROM = '', TO = ''] = [WEEK / DAY_MINUTES, WEEK / DAY_MINUTES + 6].map(isoOfDay)
const TODAY = isoOfDay(dayOf(NOW))

let web: TestWeb
let game: Game
beforeAll(async () => {
  web = await startWeb()
  game = await web.services.games.change(await web.track(0), { isPublic: true })
  const minutes = Array.from({ length: 2_000 }, (_, row) => WEEK - WEEK_MINUTES + row * 15).filter((at) => at <= NOW)
  await web.write(game.universeId, minutes)
  flipBit({ file: web.databaseFile, universeId: game.universeId, minute: WEEK })
})
afterAll(() => web.stop())

test('the page names the days that cannot be read, where its range touches them', async () => {
  const month = await web.visitor().get(`/games/${game.universeId}?range=30d`)
  expect(month.status).toBe(200)
  expect(month.text).toContain(`Damaged on disk and cannot be read: ${FROM} to ${TO} (UTC).`)
  expect(month.text).toContain('cannot be downloaded')
  const day = await web.visitor().get(`/games/${game.universeId}?range=24h`)
  expect(day.text).not.toContain('Damaged on disk')
})

test.each(['csv', 'json', 'xlsx'])('a file as %s is rejected on a page that names the days', async (format) => {
  const ask = (from: string) =>
    web.visitor().get(`/games/${game.universeId}/export?from=${from}&to=${TODAY}&format=${format}`)
  const rejected = await ask(FROM)
  expect(rejected.status).toBe(500)
  expect(rejected.headers['content-disposition']).toBeUndefined()
  expect(rejected.headers['content-type']).toContain('text/html')
  expect(rejected.text).toContain(`damaged on disk and cannot be read: ${FROM} to ${TO} (UTC)`)
  expect((await ask(isoOfDay(WEEK / DAY_MINUTES + 7))).status).toBe(200)
})
