// API keys in the browser: creating one, calling the API with what was copied, rotating with a grace period, and
// revoking.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  describeInBrowser,
  expectAccessible,
  expectClean,
  expectKeyboard,
  expectNoSideways,
  PHONE,
  screenshots,
} from '../browser.js'
import { startWeb, type TestWeb, type Visitor } from '../support/start-web.js'

const run = promisify(execFile)
const SECRET = /hc_live_[0-9A-Za-z]{43}/

let web: TestWeb
let [manager, viewer]: Visitor[] = []
let path = ''
beforeAll(async () => {
  web = await startWeb()
  manager = await web.member('manager')
  viewer = await web.member('viewer')
  path = `/accounts/${web.account.id}/keys`
})
afterAll(() => web.stop())

const as = (who: Visitor | undefined): Visitor => who ?? expect.unreachable()
const statusOf = async (key: string) => (await web.ask('/user', { key })).status

async function make(form: Readonly<Record<string, string>>): Promise<{ secret: string; id: number }> {
  const { status, text } = await as(manager).post(path, form)
  expect(status).toBe(200)
  const id = Math.max(...(await web.services.keys.list(web.account)).map((key) => key.id))
  return { id, secret: SECRET.exec(text)?.[0] ?? '' }
}

describe('a key', () => {
  it('is shown once, in the answer to the form, which nobody keeps [WEB-10]', async () => {
    const answer = await as(manager).post(path, { name: 'Website' })
    const secret = SECRET.exec(answer.text)?.[0] ?? ''
    expect(await statusOf(secret)).toBe(200)
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'private, no-store'])
    const { text } = await as(manager).get(path)
    expect(text).toContain('Website')
    expect(text).toContain(secret.slice(0, 12))
    expect(text).not.toMatch(SECRET)
    expect(web.logged.join()).not.toMatch(SECRET)
  })

  it('expires when a day begins in the zone of who made it [WEB-50]', async () => {
    const inKathmandu = await web.member('manager')
    inKathmandu.jar.set('time-zone', 'Asia%2FKathmandu')
    expect((await inKathmandu.get(path)).text).toContain('stops working when this day begins in Asia/Kathmandu.')
    await inKathmandu.post(path, { name: 'Himalaya', expires: '2027-01-31' })
    const made = (await web.services.keys.list(web.account)).find(({ name }) => name === 'Himalaya')
    expect(new Date(made?.expiresAt ?? 0).toISOString()).toBe('2027-01-30T18:15:00.000Z')
    const { text } = await inKathmandu.get(path)
    expect(text).toContain('Jan 31, 2027, 12:00 AM')
    if (made) await web.services.keys.revoke(made)
  })

  it('has a name and may have an expiry; what is wrong is said there, and what was typed is kept', async () => {
    const { secret } = await make({ name: 'Short', expires: '2026-06-18' })
    expect(await statusOf(secret)).toBe(200)
    web.clock.advance(24 * 60)
    expect(await statusOf(secret)).toBe(401)
    expect((await as(manager).get(path)).text).toContain('>Expired</span>')
    for (const [form, field, words] of [
      [{ name: '', expires: '2027-01-31' }, 'name', 'A key name has 1 to 100 characters.'],
      [{ name: 'Late', expires: '2020-01-01' }, 'expires', 'The expiry must be in the future.'],
      [{ name: 'Late', expires: '31.1.2027' }, 'expires', 'The expiry is a date'],
    ] as const) {
      const { status, text } = await as(manager).post(path, form)
      expect(status).toBe(400)
      expect(text).toContain(`id="${field}-error" role="alert">${words}`)
      if (form.name !== '') expect(text).toContain(`value="${form.name}"`)
      expect(text).toContain(`value="${form.expires}"`)
    }
  })

  it('is made once by a form that is sent twice, and another by the next form', async () => {
    const once = async (at: string) => /name="once" value="([^"]+)"/.exec((await as(manager).get(at)).text)?.[1] ?? ''
    const keysNamed = async (name: string) =>
      (await web.services.keys.list(web.account)).filter((key) => key.name === name)
    const form = { name: 'Pressed twice', once: await once(path) }
    const answers = await Promise.all([as(manager).post(path, form), as(manager).post(path, form)])
    const [first, second] = answers.map(({ text }) => SECRET.exec(text)?.[0])
    expect(first).toMatch(SECRET)
    expect(second).toBe(first)
    expect((await (await web.member('manager')).post(path, form)).text).not.toContain(first)
    expect(await keysNamed(form.name)).toHaveLength(2)
    const [{ id } = expect.unreachable()] = await keysNamed(form.name)
    const rotation = { grace: '1', once: await once(`${path}/${id}`) }
    const before = (await keysNamed(form.name)).length
    await as(manager).post(`${path}/${id}`, rotation)
    await as(manager).post(`${path}/${id}`, rotation)
    expect(await keysNamed(form.name)).toHaveLength(before + 1)
    expect((await make({ ...form, once: await once(path) })).secret).not.toBe(first)
  })

  it('rotates with a grace, in which both work', async () => {
    const old = await make({ name: 'Rotating' })
    const { text } = await as(manager).post(`${path}/${old.id}`, { grace: '2' })
    const next = SECRET.exec(text)?.[0] ?? ''
    expect(text).toContain('The old key works until')
    expect([await statusOf(old.secret), await statusOf(next)]).toEqual([200, 200])
    web.clock.advance(121)
    expect([await statusOf(old.secret), await statusOf(next)]).toEqual([401, 200])
  })

  it('rotates at once without grace, and not with one that is none', async () => {
    const old = await make({ name: 'Leaked' })
    for (const grace of ['', '169', '-1', '1.5', 'x']) {
      const { status, text } = await as(manager).post(`${path}/${old.id}`, { grace })
      expect([status, text]).toEqual([400, expect.stringContaining('for 0 to 168 more hours, a whole number')])
    }
    const { text } = await as(manager).post(`${path}/${old.id}`, { grace: '0' })
    expect(text).toContain('The old key has stopped working.')
    expect([await statusOf(old.secret), await statusOf(SECRET.exec(text)?.[0] ?? '')]).toEqual([401, 200])
  })

  it('of another account is not there', async () => {
    const other = await web.tenant()
    const [theirs] = await web.services.keys.list(other.account)
    for (const id of [`${theirs?.id}`, '987654', 'x']) {
      expect((await as(manager).get(`${path}/${id}`)).status).toBe(404)
      expect((await as(manager).post(`${path}/${id}`, { grace: '0' })).status).toBe(404)
      expect((await as(manager).post(`${path}/${id}/revoke`)).status).toBe(404)
    }
    expect(await statusOf(other.key)).toBe(200)
  })

  it('is listed for viewers, who get no form', async () => {
    const { text } = await as(viewer).get(path)
    expect(text).toContain('Rotating')
    expect(text.slice(text.indexOf('<main'), text.indexOf('</main>'))).not.toMatch(/<form|Manage/)
  })

  it('on a plan without the API is made, and the page says that it is rejected', async () => {
    const free = await web.tenant({ plan: 'free' })
    const person = await web.member('owner', free.account.id)
    const { text } = await person.get(`/accounts/${free.account.id}/keys`)
    expect(text).toContain('The Free plan has no API')
  })
})

describeInBrowser(
  'the pages of keys',
  () => web.url,
  (open) => {
    it('lead from a new key to a call with the copied line, and to its end', async () => {
      const tab = await open({ as: as(manager) })
      const { page, context } = tab
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.goto(path)
      await page.getByLabel('Name', { exact: true }).fill('From the browser')
      await page.getByLabel('Expires on').fill('2027-01-31')
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByRole('button', { name: 'Copy: Key' }).waitFor()
      await expectAccessible(tab)
      await expectKeyboard(tab)
      await screenshots(tab, 'keys-new')
      expect(page.url()).toBe(web.url + path)
      const copied = async (name: string) => {
        await page.getByRole('button', { name }).click()
        await page.getByText('Copied', { exact: true }).first().waitFor()
        return (await page.evaluate('navigator.clipboard.readText()')) as string
      }
      const key = await copied('Copy: Key')
      expect(await statusOf(key)).toBe(200)
      for (const name of ['Copy: In the X-API-Key header', 'Copy: As a bearer token']) {
        const [program, ...words] = (await copied(name)).match(/"[^"]*"|\S+/g) ?? []
        expect(program).toBe('curl')
        const { stdout } = await run('curl', ['-s', ...words.map((word) => word.replaceAll('"', ''))])
        expect(JSON.parse(stdout)).toMatchObject({ success: true, user: { name: web.account.name } })
      }
      await page.reload()
      expect(await page.content()).not.toMatch(SECRET)
      expect(
        (await web.services.keys.list(web.account)).filter(({ name }) => name === 'From the browser'),
      ).toHaveLength(1)
      await page.getByRole('link', { name: /^Manage From the browser/ }).click()
      await page.getByRole('link', { name: 'Revoke key' }).waitFor()
      await expectAccessible(tab)
      await expectKeyboard(tab)
      await screenshots(tab, 'keys-one')
      await page.getByRole('link', { name: 'Revoke key' }).click()
      await expectAccessible(tab)
      expect(await statusOf(key)).toBe(200)
      await page.getByRole('button', { name: 'Revoke key' }).click()
      await page.getByText('has stopped working').waitFor()
      expect(await statusOf(key)).toBe(401)
      expectClean(tab, web.url)
      await context.close()
    })

    it('work without scripts, without a button that does nothing, on a phone too', async () => {
      const tab = await open({ as: as(manager), scripts: false, size: PHONE })
      const { page } = tab
      await page.goto(path)
      await expectNoSideways(tab)
      await page.getByLabel('Name', { exact: true }).fill('Scriptless')
      await page.keyboard.press('Enter')
      await expect.poll(() => page.textContent('#key')).toMatch(SECRET)
      expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0)
      await expectNoSideways(tab)
      await tab.context.close()
    })

    it('select what is to be copied where the browser lends no clipboard', async () => {
      const { page, context } = await open({ as: as(manager) })
      await page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
      await page.goto(path)
      await page.getByRole('button', { name: 'Copy: As a bearer token' }).click()
      await page.getByText('Selected. Copy it now.').waitFor()
      expect(await page.evaluate('getSelection().toString()')).toBe(await page.textContent('#by-bearer'))
      await context.close()
    })

    it('list keys accessibly, at both widths', async () => {
      const tab = await open({ as: as(manager) })
      await tab.page.goto(path)
      await expectAccessible(tab)
      await expectKeyboard(tab)
      await screenshots(tab, 'keys')
      await tab.context.close()
    })
  },
)
