// The pages of rankings: what everybody and what members see, and that search, order and pages work by links alone.
import { afterEach, expect, test } from 'vitest'
import { DAY_MINUTES, WEEK_MINUTES } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import { NOW } from '../support/history.js'
import { startWeb, type TestWeb } from '../support/start-web.js'

let web: TestWeb
afterEach(() => web.stop())

async function tracked(index: number, ccu: number, isPublic = true, account = web.account): Promise<Game> {
  const game = await web.track(index, account)
  await web.write(game.universeId, [NOW - WEEK_MINUTES, NOW - DAY_MINUTES], { ccu: 100, visits: 1_000 })
  await web.write(game.universeId, [NOW], { ccu, visits: 1_234_567, likes: 3, dislikes: 1 })
  return web.services.games.change(game, { isPublic })
}

const page = async (path: string, visitor = web.visitor()) => visitor.get(path)

/** The cells of the rows, without signs that are hidden from screen readers. */
const rowsOf = (html: string): string[][] => {
  const body = /<tbody>([\s\S]*)<\/tbody>/.exec(html)?.[1] ?? ''
  return body
    .split('</tr>')
    .slice(0, -1)
    .map((row) =>
      [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, cell = '']) =>
        cell
          .replace(/<span [^>]*aria-hidden="true">.*?<\/span>/g, '')
          .replace(/<[^>]+>/g, '')
          .trim(),
      ),
    )
}

test('everybody sees the games whose owner opted in, with their changes, and no others', async () => {
  web = await startWeb()
  const [shown, hidden] = [await tracked(0, 150), await tracked(1, 99, false)]
  const { status, text } = await page('/rankings')
  expect(status).toBe(200)
  expect(rowsOf(text)).toEqual([
    ['1 same rank', shown.name, '150', '+50.0%', '', '150', '+50.0%', '1,234,567', '75.00%'],
  ])
  expect(text).toContain(`href="/games/${shown.universeId}"`)
  expect(text).not.toContain(hidden.name)
  const byVisits = rowsOf((await page('/rankings?by=visits')).text)
  expect(byVisits[0]?.slice(2, 4)).toEqual(['1,234,567', '+1,233,567'])
})

test('before the first sample it is no table of dashes: it says when it begins, also on the front page and the home', async () => {
  web = await startWeb()
  const member = await web.member('viewer')
  await web.services.games.change(await web.track(0), { isPublic: true })
  const own = await page(`/accounts/${web.account.id}/rankings`, member)
  for (const { text } of [own, await page('/rankings'), await page('/')]) {
    expect(text).toContain('1 game tracked. The ranking begins with the first sample, within minutes.')
    expect(text).not.toContain('<table')
  }
  expect(own.text).toContain(`class="button" href="/accounts/${web.account.id}/games"`)
  expect((await page(`/accounts/${web.account.id}/home`, member)).text).not.toContain('0 players')
  await web.tick()
  expect(rowsOf((await page('/rankings')).text)).toHaveLength(1)
})

test('a universe that several accounts show stands there once', async () => {
  web = await startWeb()
  const other = await web.tenant()
  await tracked(0, 150)
  await tracked(0, 150, true, other.account)
  expect(rowsOf((await page('/rankings')).text)).toHaveLength(1)
  expect(rowsOf((await page('/')).text)).toHaveLength(1)
})

test('a game that is paused, no longer shown or removed is not in it', async () => {
  web = await startWeb()
  const games = [await tracked(0, 3), await tracked(1, 2), await tracked(2, 1), await tracked(3, 4)]
  expect(rowsOf((await page('/rankings')).text)).toHaveLength(4)
  const { change, remove } = web.services.games
  if (games[0]) await change(games[0], { isActive: false })
  if (games[1]) await change(games[1], { isPublic: false })
  if (games[2]) await remove(games[2])
  expect(rowsOf((await page('/rankings')).text).map(([, name]) => name)).toEqual([games[3]?.name])
})

test('it is found in, sorted and turned by addresses that say so', async () => {
  web = await startWeb({ simulator: { games: 60 } })
  for (let index = 0; index < 52; index++) await tracked(index, 1_000 - index)
  const first = await page('/rankings')
  expect(rowsOf(first.text)).toHaveLength(50)
  expect(first.text).toContain('Page 1 of 2')
  expect(first.text).toContain('href="/rankings?page=2" rel="next"')
  expect(rowsOf((await page('/rankings?page=2')).text)).toHaveLength(2)
  const [last] = rowsOf((await page('/rankings?reversed=1')).text)
  expect(last?.[0]).toMatch(/^52/)
  expect((await page('/rankings?sort=name')).text).toMatch(
    /aria-sort="ascending"><a href="\/rankings\?sort=name&amp;reversed=1"/,
  )
  const name = rowsOf(first.text)[30]?.[1] ?? ''
  const found = await page(`/rankings?find=${encodeURIComponent(name.toUpperCase())}`)
  expect(rowsOf(found.text).map((row) => row[1])).toContain(name)
  const none = await page('/rankings?find=%3Cb%3Enobody')
  expect(none.text).toContain('No game matches “&lt;b>nobody”.')
  for (const query of ['by=likes', 'sort=x', 'page=0', 'reversed=2', 'by=ccu&by=ccu'])
    expect((await page(`/rankings?${query}`)).status).toBe(400)
})

test('the popularity source stands beside it with its name and the time it was read', async () => {
  web = await startWeb({ environment: { POPULARITY_URL: 'platform' } })
  const { text } = await (async () => {
    await tracked(0, 150)
    return page('/rankings')
  })()
  expect(rowsOf(text)[0]?.at(-1)).toBe('#1')
  expect(text.replace(/<\/?time[^>]*>/g, '')).toContain(
    'Popularity: the charts of Roblox, read Jun 17, 2026, 12:00 PM.',
  )
})

test('members see the ranking of their account; to others it is not there', async () => {
  web = await startWeb({ terms: { name: 'Own studio' } })
  const game = await tracked(0, 150, false)
  const viewer = await web.member('viewer')
  const own = await page(`/accounts/${web.account.id}/rankings`, viewer)
  expect(rowsOf(own.text)).toHaveLength(1)
  expect(own.text).toContain(`href="/accounts/${web.account.id}/games/${game.id}"`)
  const other = await web.member('owner', (await web.tenant()).account.id)
  const rejected = await page(`/accounts/${web.account.id}/rankings`, other)
  const absent = await page('/accounts/999/rankings', other)
  expect([rejected.status, absent.status]).toEqual([404, 404])
  expect(rejected.text.replaceAll('/accounts/1/', '/accounts/999/')).toContain('There is nothing at this address')
  expect((await page(`/accounts/${web.account.id}/rankings`)).location).toContain('/sign-in')
})
