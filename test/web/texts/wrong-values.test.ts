// What people meet when a value is wrong: every form and every parameter of every page names the field as its label does, in
// the reader's language, and leaves the reader on the page with what was typed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formFieldOf } from '../../../src/http/web/requests/form-fields.js'
import { ROUTES } from '../../../src/http/web/routes.js'
import { catalogFor, LANGUAGES } from '../../../src/messages/catalog.js'
import { describeInBrowser, expectAccessible } from '../browser.js'
import { NOW, writeWave } from '../support/history.js'
import { alertOf, mainOf, marked } from '../support/page-errors.js'
import { startWeb, type TestWeb, type TestWebResponse, type Visitor } from '../support/start-web.js'

let web: TestWeb
let owner: Visitor
let own: string
let secrets: { readonly game: string; readonly wall: string }
beforeAll(async () => {
  web = await startWeb({ terms: { name: 'Own studio', plan: 'enterprise' }, environment: { OPERATORS: '90000001' } })
  owner = await web.member('owner')
  own = `/accounts/${web.account.id}`
  for (const index of [0, 1]) {
    const game = await web.services.games.change(await web.track(index), { isPublic: true })
    await writeWave(web, game.universeId)
  }
  const [game] = await web.services.findGame.ofAccount(web.account)
  if (!game) throw new Error('No game is tracked.')
  const link = await web.services.shareLinks.create(game, { query: '', createdBy: null })
  const wall = await web.services.wallLinks.create(web.account, { query: '', createdBy: null })
  await web.services.keys.create(web.account, 'Program', null)
  secrets = { game: link.secret, wall: wall.secret }
})
afterAll(() => web.stop())

const universeId = async () => (await web.services.findGame.ofAccount(web.account))[0]?.universeId

const addressOf = async (path: string): Promise<string> => {
  const game = path.startsWith('/games/') || path.startsWith('/embed/') ? `${await universeId()}` : '1'
  return path
    .replace(':account', `${web.account.id}`)
    .replace('/shared/:game', `/shared/${secrets.game}`)
    .replace(':wall', secrets.wall)
    .replace(':game', game)
    .replaceAll(/:\w+/g, '1')
}

const headingOf = (answer: TestWebResponse): string | undefined => /<h1[^>]*>(.*?)<\/h1>/s.exec(mainOf(answer))?.[1]

/** The words of the API about parameters. */
const WORDS_OF_PROGRAMS = /must be|given once|expected form|is too (?:long|short|large|small)|start_date|taken here/
const WRONG_VALUES = ['no such value', '-1', '2026-02-30', '<b>', 'x'.repeat(2_000), '9'.repeat(30)]
const routesOf = (kind: 'page' | 'action') =>
  ROUTES.filter((route) => route.kind === kind).flatMap(({ path, fields }) =>
    fields.map((name) => [path, name] as const),
  )

// First, because the other tests spend what one address may download in a minute.
it('an address of a file with wrong days leads to the page of the game', async () => {
  const answer = await owner.get(`${own}/games/1/export?from=2026-06-16&to=2026-06-10`)
  expect([answer.status, alertOf(answer)]).toEqual([400, 'To: choose a time after “From”.'])
  expect(headingOf(answer)).toBe(headingOf(await owner.get(`${own}/games/1`)))
})

describe('a field', () => {
  const all = [...routesOf('page'), ...routesOf('action')]

  it('of every form and address is known by its label in every language', () => {
    expect(all.length).toBeGreaterThan(100)
    const unnamed = all.filter(([path, name]) => {
      const { takes, label } = formFieldOf(name, path.replace(':account', '1'))
      return takes !== 'hidden' && LANGUAGES.some((language) => label(catalogFor(language)) === '')
    })
    expect(unnamed).toEqual([])
  })

  it('has no label only where nobody types it', () => {
    const hidden = all.filter(([path, name]) => formFieldOf(name, path.replace(':account', '1')).takes === 'hidden')
    const names = new Set(hidden.map(([, name]) => name))
    expect([...names].sort()).toEqual([
      ...[
        'add',
        'all',
        'before',
        'code',
        'error',
        'error_description',
        'guild_id',
        'once',
        'remove',
        'return',
        'state',
      ],
    ])
  })
})

describe('a wrong parameter', () => {
  const pages = routesOf('page')

  it.each(pages)('of %s, %s, is named by its label, on the page itself [WEB-16]', async (path, name) => {
    const address = await addressOf(path)
    const { label } = formFieldOf(name, address)
    const usual = await owner.get(address)
    for (const value of WRONG_VALUES) {
      const answer = await owner.get(`${address}?${new URLSearchParams({ [name]: value })}`)
      const alert = alertOf(answer)
      if (answer.status < 400) continue
      expect(mainOf(answer)).not.toMatch(WORDS_OF_PROGRAMS)
      if (answer.status !== 400 || !`${answer.headers['content-type']}`.startsWith('text/html')) continue
      // A frame on another site has no form.
      if (
        !path.startsWith('/embed') &&
        usual.status === 200 &&
        `${usual.headers['content-type']}`.startsWith('text/html')
      ) {
        expect(headingOf(answer)).toBe(headingOf(usual))
        // Where another field is wrong, too, the message above may be about that one; each is marked.
        if (marked(answer).length > 1) expect(marked(answer)).toContain(name)
        else expect(alert).toMatch(new RegExp(`^${label(catalogFor('en'))}: `))
      }
    }
  })

  it.each(pages)('of %s, %s, that is given twice is named by its label [WEB-16]', async (path, name) => {
    const address = await addressOf(path)
    const answer = await owner.get(`${address}?${name}=1&${name}=2`)
    if (answer.status >= 400) expect(mainOf(answer)).not.toMatch(WORDS_OF_PROGRAMS)
    expect(answer.status).toBeLessThan(500)
  })

  it('is written in the language of the reader', async () => {
    const said = async (path: string, language: string) =>
      alertOf(await web.visitor().get(path, { 'accept-language': language }))
    expect(await said('/rankings?by=x', 'es')).toBe('Clasificar por: elige uno de los valores que se ofrecen.')
    expect(await said('/rankings?at=x', 'pt')).toMatch(/: digite uma data e uma hora/)
  })

  it('is stated to programs in the words of the API', async () => {
    const answer = await web.visitor().get('/rankings?by=x', { accept: 'application/json' })
    expect(JSON.parse(answer.text)).toMatchObject({ error: 'by must be ccu or visits, given once.' })
  })
})

describe('a form', () => {
  const forms = routesOf('action')

  it.each(forms)('to %s with a wrong %s never says the name of the field [WEB-16]', async (path, name) => {
    for (const value of WRONG_VALUES) {
      const answer = await owner.post(await addressOf(path), { [name]: value })
      expect(mainOf(answer)).not.toMatch(WORDS_OF_PROGRAMS)
      expect(answer.status).toBeLessThan(500)
    }
  })

  it('about a time of the past keeps a time of the future and says so', async () => {
    const later = new Date(NOW * 60_000 + 86_400_000).toISOString().slice(0, 16)
    const answer = await owner.get(`/rankings?at=${later}&find=dragon`)
    expect([answer.status, alertOf(answer)]).toEqual([400, 'As of: choose a time that is not in the future.'])
    expect(marked(answer)).toEqual(['at'])
    // Otherwise the browser itself rejects it, in a bubble of its own.
    expect(answer.text).not.toMatch(/<input[^>]*name="at"[^>]* max=/)
    expect(answer.text).toContain(`value="${later}"`)
    expect(answer.text).toContain('value="dragon"')
  })

  it('of a search keeps what is too long', async () => {
    const answer = await owner.get(`/rankings?find=${'d'.repeat(140)}`)
    expect(alertOf(answer)).toBe('Search games: at most 100 characters. This has 140.')
    expect(marked(answer)).toEqual(['find'])
    expect(answer.text).toContain(`value="${'d'.repeat(140)}"`)
  })

  it('with a tag that is too long marks the tags alone', async () => {
    const answer = await owner.post(`${own}/games/1/settings`, {
      channel: '12345678',
      tags: `short, ${'t'.repeat(40)}`,
    })
    expect(marked(answer)).toEqual(['tags'])
    expect(alertOf(answer)).toBe(`Tags: at most 24 characters each. “${'t'.repeat(40)}” has 40.`)
    expect(answer.text).toContain('value="12345678"')
    expect(answer.text).toContain(`value="short, ${'t'.repeat(40)}"`)
  })

  it('with a channel that is none marks the channel alone', async () => {
    const answer = await owner.post(`${own}/games/1/settings`, { channel: 'general', tags: 'short' })
    expect(marked(answer)).toEqual(['channel'])
  })

  it('at the wall display is said on it, at an address without it', async () => {
    const answer = await owner.get(`${own}/wall?view=some&theme=dark`)
    expect([answer.status, alertOf(answer)]).toEqual([400, 'View: choose one of the values that are offered.'])
    expect(answer.text).toContain(` data-shown-address="${own}/wall?theme=dark"`)
  })

  it('for a time zone stays on the page of the zones', async () => {
    const answer = await owner.post('/time-zone', { zone: 'Mars/Olympus', return: '/rankings' })
    expect(alertOf(answer)).toBe('Time zone: enter the name of a time zone, such as Europe/Berlin.')
    expect(answer.text).toContain('name="return" value="/rankings"')
  })
})

describeInBrowser(
  'in the browser, a wrong value',
  () => web.url,
  (open) => {
    it('leaves the reader at the form, at an address of what the page shows', async () => {
      const tab = await open({ as: owner })
      const { page } = tab
      await page.goto('/rankings?find=dragon&by=players&at=2099-01-01T10:00')
      await expect.poll(() => new URL(page.url()).search).toBe('?find=dragon')
      expect(await page.getByRole('alert').allTextContents()).toEqual([
        'Rank by: choose one of the values that are offered.',
      ])
      await page.goto(`${own}/games/1`)
      await page.getByText('Dates', { exact: true }).click()
      await page.locator('input[name=from]').fill('2020-01-01T10:00')
      await page.getByRole('button', { name: 'Apply' }).click()
      await page.getByText('To: choose at most 732 days.').waitFor()
      expect(await page.locator('input[name=from]').inputValue()).toBe('2020-01-01T10:00')
      await expectAccessible(tab)
      // Loaded again, the page still has what was typed, and zooming leads to an address without it.
      expect(new URL(page.url()).searchParams.get('from')).toMatch(/^2020-01-01T/)
      await page.reload()
      await page.getByText('To: choose at most 732 days.').waitFor()
      expect(await page.locator('input[name=from]').inputValue()).toBe('2020-01-01T10:00')
      await tab.context.close()
    })
  },
)
