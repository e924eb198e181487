// The page of a game with its data, pictures and files: who may read them, and that they agree with the API.

import { loadImage } from '@napi-rs/canvas'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromWire, type WireChart } from '../../../src/charts/page/wire.js'
import { dayOf, isoOfDay, isoOfMinute } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import { NOW, writeWave } from '../support/history.js'
import { startWeb, type TestWeb, type Visitor } from '../support/start-web.js'

const TODAY = dayOf(NOW)
const [FROM, TO] = [isoOfDay(TODAY - 2), isoOfDay(TODAY)]
const FILES = ['csv', 'json', 'xlsx'] as const

let web: TestWeb
let shown: Game
let hidden: Game
let viewer: Visitor
let stranger: Visitor
beforeAll(async () => {
  web = await startWeb({ terms: { name: 'Own studio', plan: 'premium' } })
  await web.tenant()
  shown = await web.services.games.change(await web.track(0), { isPublic: true })
  hidden = await web.track(1)
  for (const game of [shown, hidden]) await writeWave(web, game.universeId)
  await web.store.revenue.put(shown.id, [{ day: TODAY - 1, amount: 77_123.5 }])
  viewer = await web.member('viewer')
  stranger = await web.member('owner', (await web.tenant()).account.id)
})
afterAll(() => web.stop())

const ownBase = (game: Game) => `/accounts/${web.account.id}/games/${game.id}`
const publicBase = (game: Game) => `/games/${game.universeId}`
const BELOW = ['', '/series', '/chart.png', `/export?from=${FROM}&to=${TO}`]

test('everybody sees a game whose owner opted in: its numbers, chart, milestones and days [WEB-6]', async () => {
  const { status, text } = await web.visitor().get(publicBase(shown))
  expect(status).toBe(200)
  expect(text).toContain(`<h1>${shown.name}`)
  expect(text).toMatch(/\+1\.0% <span class="detail">vs\. usual 1,484<\/span>.*usually 1,418 to 1,547/)
  expect(text).toContain('+0.1% vs. 24 hours ago</span><span class="more-note">+0.7% vs. 7 days ago')
  expect(text).toMatch(/[\d.]+% of the last week’s hours were within the usual range/)
  expect(text).toContain('+14,400 in 24 hours')
  expect(text).toMatch(/tracked since <time datetime="2026-06-08T12:05:00.000Z"/i)
  expect(text).toContain('1,000,000 visits')
  expect(text).toContain(`<th scope="row">Wed ${TO}</th>`)
  expect(text).toMatch(/Measured 9\d(\.\d)?% of the time/)
  expect(text).not.toMatch(/ style="/)
})

test('what nobody opted in, what is not there and what belongs to another look the same', async () => {
  const unlike = (text: string) => text.replaceAll(/\/(games|accounts)\/[^"&]*|%2F(games|accounts)[^"&]*/g, '')
  for (const below of BELOW) {
    const answers = [
      await web.visitor().get(publicBase(hidden) + below),
      await web.visitor().get(`/games/424242${below}`),
      await web.visitor().get(`/games/${shown.id}${below}`),
      await web.visitor().get(`/games/x${below}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(new Set(answers.map(({ text }) => unlike(text))).size).toBe(1)
    const foreign = [await stranger.get(ownBase(hidden) + below), await stranger.get(`/accounts/999/games/1${below}`)]
    expect(foreign.map(({ status }) => status)).toEqual([404, 404])
    expect(new Set(foreign.map(({ text }) => unlike(text))).size).toBe(1)
    const { status, location } = await web.visitor().get(ownBase(shown) + below)
    expect([status, location.startsWith('/sign-in?')]).toEqual([303, true])
  }
})

test('members see all games of their account, by either id, and find them by their public address', async () => {
  for (const game of [shown, hidden]) expect((await viewer.get(ownBase(game))).status).toBe(200)
  expect((await viewer.get(`/accounts/${web.account.id}/games/${hidden.universeId}`)).status).toBe(200)
  expect((await viewer.get(publicBase(hidden))).location).toBe(ownBase(hidden))
  const settings = `href="${ownBase(hidden)}/settings"`
  expect((await viewer.get(ownBase(hidden))).text).not.toContain(settings)
  expect((await (await web.member('manager')).get(ownBase(hidden))).text).toContain(settings)
})

test('revenue is shown to members, on no public page and in no public file [DATA-13]', async () => {
  expect((await viewer.get(ownBase(shown))).text).toContain('77,123.5')
  expect((await viewer.get(`${ownBase(shown)}/export?from=${FROM}&to=${TO}&format=csv`)).text).toContain('77123.5')
  for (const below of [
    '',
    '/series',
    '?range=30d',
    ...FILES.slice(0, 2).map((format) => `${BELOW[3]}&format=${format}`),
  ])
    for (const visitor of [web.visitor(), stranger]) {
      const { status, text } = await visitor.get(publicBase(shown) + below)
      expect(status).toBe(200)
      expect(text).not.toMatch(/77,?123/)
    }
})

test('a member takes away the files that the API gives', async () => {
  for (const format of ['csv', 'json']) {
    const file = await viewer.get(`${ownBase(shown)}/export?from=${FROM}&to=${TO}&format=${format}`)
    const answer = await web.ask(`/games/${shown.id}/export?start_date=${FROM}&end_date=${TO}&format=${format}`)
    expect(file.text).toBe(answer.text)
    expect(`${file.headers['content-disposition']}`).toContain(`${FROM} to ${TO}.${format}`)
  }
  const { rows } = await sheetOf(`${ownBase(shown)}/export?from=${FROM}&to=${TO}&format=xlsx`, viewer)
  const { data } = (await web.ask(`/games/${shown.id}/export?start_date=${FROM}&end_date=${TO}`)).json() as {
    data: { timestamp: string; CCU: number; revenue?: number }[]
  }
  expect(rows.slice(1).map(([at, , ccu]) => [(at as Date).toISOString(), ccu])).toEqual(
    data.map(({ timestamp, CCU }) => [timestamp, CCU]),
  )
})

async function sheetOf(path: string, visitor: Visitor) {
  const cookie = [...visitor.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(web.url + path, { headers: { cookie } })
  const book = await readXlsx(new Uint8Array(await answer.arrayBuffer()))
  return { rows: book.sheets[0]?.rows ?? [] }
}

test("a public file holds the same samples, and no account's ids", async () => {
  const visitor = web.visitor()
  const file = await visitor.get(`${publicBase(shown)}/export?from=${FROM}&to=${TO}&format=json`)
  const { game, data } = JSON.parse(file.text) as { game: { id: number }; data: { CCU: number }[] }
  const api = (await web.ask(`/games/${shown.id}/export?start_date=${FROM}&end_date=${TO}`)).json() as {
    data: { CCU: number; revenue?: number }[]
  }
  expect(game).toEqual({ id: shown.universeId, name: shown.name, universe_id: shown.universeId })
  expect(data).toEqual(api.data.map(({ revenue, ...rest }) => rest))
  const csv = await visitor.get(`${publicBase(shown)}/export?from=${FROM}&to=${TO}&format=csv`)
  expect(csv.text.split('\r\n')).toHaveLength(data.length + 2)
  const { rows } = await sheetOf(`${publicBase(shown)}/export?from=${FROM}&to=${TO}&format=xlsx`, visitor)
  expect(rows).toHaveLength(data.length + 1)
})

test('the list of gaps has the times that an import left out', async () => {
  const { text } = await web.visitor().get(publicBase(shown))
  const gaps = /<details class="gaps".*?<\/details>/s.exec(text)?.[0].replace(/<[^>]+>/g, '') ?? ''
  expect(gaps).toMatch(/^Gaps \(1\).*: no sample was recorded or imported$/)
})

test('the data of the chart keep every peak, the gap and the period before, and are not sent twice', async () => {
  const visitor = web.visitor()
  const { text, headers } = await visitor.get(`${publicBase(shown)}/series?range=24h`)
  const { series, previous, from, until } = fromWire(JSON.parse(text) as WireChart)
  expect([from, until]).toEqual([NOW - 1_435, NOW + 1])
  expect(series[0]?.minutes.at(-1)).toBe(NOW)
  expect(series[0]?.values.at(-1)).toBe(Math.round(1_000 * (1 + 0.5 * Math.sin(NOW / 230))))
  expect(previous?.shift).toBe(1_440)
  const again = await visitor.get(`${publicBase(shown)}/series?range=24h`, { 'if-none-match': `${headers.etag}` })
  expect([again.status, again.text]).toEqual([304, ''])
  const week = fromWire(JSON.parse((await visitor.get(`${publicBase(shown)}/series`)).text) as WireChart)
  const minutes = [...(week.series[0]?.minutes ?? [])]
  const widest = Math.max(...minutes.slice(1).map((minute, index) => minute - (minutes[index] ?? 0)))
  expect(widest).toBe(365)
  const days = await visitor.get(`${publicBase(shown)}/series?from=${FROM}&to=${FROM}&metric=visits`)
  const { markers, ...day } = fromWire(JSON.parse(days.text) as WireChart)
  expect([isoOfMinute(day.from), day.until - day.from]).toEqual([`${FROM}T00:00:00.000Z`, 1_440])
  expect(markers).toEqual([])
  const marked = fromWire(
    JSON.parse((await visitor.get(`${publicBase(shown)}/series?metric=visits`)).text) as WireChart,
  )
  expect(marked.markers).toContainEqual({ at: NOW - 5_000, label: '1M visits' })
})

test('a picture of the chart is there for browsers without scripts, and for previews', async () => {
  const { text } = await web.visitor().get(`${publicBase(shown)}?metric=likes`)
  const src = /<img src="([^"]+)" alt="Likes per hour of /.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const preview = /property="og:image" content="([^"]+)"/.exec(text)?.[1] ?? ''
  expect(preview).toBe(`${web.url}${publicBase(shown)}/preview.png`)
  const sizes = []
  for (const address of [web.url + src, preview]) {
    const answer = await fetch(address)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    const { width, height } = await loadImage(Buffer.from(await answer.arrayBuffer()))
    sizes.push([width, height])
  }
  expect(sizes).toEqual([
    [1_440, 800],
    [1_200, 630],
  ])
  expect((await viewer.get(ownBase(hidden))).text).not.toContain('og:image')
})

test('the head says who made the game, and leads to them on Roblox [WEB-24]', async () => {
  const game = await web.track(3)
  const { text } = await viewer.get(ownBase(game))
  expect(text).toMatch(
    /by <a href="https:\/\/www\.roblox\.com\/(users\/\d+\/profile|communities\/\d+)" rel="noreferrer">[^<]+</,
  )
})

test('a new game says what will be known of it, and when, until four weeks have passed [WEB-25]', async () => {
  const game = await web.track(2)
  const { status, text } = await viewer.get(ownBase(game))
  expect(status).toBe(200)
  expect(wordsOf(text)).toMatch(
    /No numbers yet Tracked since [^.]+\. The first sample comes at [^.]+\. What will be known, and when After an hour .*After two days .*After four weeks /,
  )
  const { text: known } = await viewer.get(ownBase(hidden))
  expect(known).not.toContain('After two days')
  expect(known).toMatch(/After four weeks<small> <time datetime="2026-07-06T12:05:00.000Z"/)
  expect((await viewer.get(`${ownBase(game)}?range=all&metric=likes`)).status).toBe(200)
  expect((await viewer.get(`${ownBase(game)}/series?range=all`)).status).toBe(200)
})

test('a new game names one moment from which on its usual is known [WEB-25]', async () => {
  const game = await web.track(5)
  await web.write(game.universeId, [NOW - 7, NOW], { ccu: 10, visits: 100, favorites: 5 })
  const { text } = await viewer.get(ownBase(game))
  const [, inHead] = /usual is known from <time datetime="([^"]*)"/.exec(text) ?? []
  expect(inHead).toMatch(/:00:00\.000Z$/)
  expect(text).toMatch(new RegExp(`After two days<small> <time datetime="${inHead}"`))
})

test('before its first sample, a game has no rank, no figures, no chart and no tables, and the next step [WEB-25]', async () => {
  const game = await web.track(4)
  const manager = await web.member('manager')
  for (const [visitor, next] of [
    [viewer, `/accounts/${web.account.id}/games`],
    [manager, `/accounts/${web.account.id}/alerts`],
  ] as const) {
    const { text } = await visitor.get(ownBase(game))
    expect(text).not.toMatch(/by players<|<table|class="chart"|class="figures"|Measured|export\?/)
    expect(text).toMatch(new RegExp(`<section class="empty waiting".*class="button" href="${next}"`, 's'))
  }
  await web.services.games.change(game, { isActive: false })
  expect(wordsOf((await manager.get(ownBase(game))).text)).toContain('Tracking is paused, so nothing is measured.')
})

test('a game with a few minutes of data says since when it is measured, and has a rank', async () => {
  const game = await web.track(5)
  await web.write(game.universeId, [NOW - 10, NOW - 5, NOW], { ccu: 12, visits: 3 })
  const { text } = await viewer.get(ownBase(game))
  expect(wordsOf(text)).toMatch(/Measured \d+(\.\d)?% of the time since Jun 17, 2026, 11:50 AM ?\./)
  expect(wordsOf(text)).toMatch(/#\d+ of 3 by players/)
  expect(wordsOf(text)).toContain('The usual is known from')
})

test('days without a sample are said to have none, without a table and a file', async () => {
  const { text } = await web.visitor().get(`${publicBase(shown)}?from=2026-01-01&to=2026-01-03`)
  expect(text).toContain('Nothing was measured on these days.')
  expect(text).not.toMatch(/<table class="daily|id="download"|of the time/)
})

const wordsOf = (html: string): string => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

test('days that are none, in the future or too many are rejected in words', async () => {
  for (const query of [
    'from=2026-02-30&to=2026-03-01',
    'from=2026-03-01',
    'from=2026-03-01T00:00Z&to=2026-03-01T00:00Z',
    'range=2d',
    'metric=x',
  ])
    expect([query, (await web.visitor().get(`${publicBase(shown)}?${query}`)).status]).toEqual([query, 400])
  expect((await web.visitor().get(`${publicBase(shown)}?from=2027-01-01&to=2027-01-02`)).status).toBe(400)
  expect((await web.visitor().get(`${publicBase(shown)}/export`)).status).toBe(400)
  const { text } = await web.visitor().get(`${publicBase(shown)}?from=x&to=${TO}`)
  expect(text).toContain('From: enter a date and a time, such as 2026-01-31T19:30.')
})

test('two days in the wrong order are rejected, and stay in the form', async () => {
  const { status, text } = await web.visitor().get(`${publicBase(shown)}?from=${TO}&to=${FROM}`)
  expect(status).toBe(400)
  expect(text).toContain('To: choose a time after “From”.')
})

test('a fifth file at once of an account waits its turn', async () => {
  const slots = web.services.exportSlots
  const release: (() => void)[] = []
  const held = [1, 2, 3, 4].map(() =>
    slots.during(web.account.id, () => new Promise<void>((done) => release.push(done))),
  )
  const path = `/export?from=${FROM}&to=${TO}`
  expect((await viewer.get(ownBase(shown) + path)).status).toBe(429)
  expect((await web.visitor().get(publicBase(shown) + path)).status).toBe(200)
  for (const done of release) done()
  await Promise.all(held)
  expect((await viewer.get(ownBase(shown) + path)).status).toBe(200)
})
