// The form of an alert rule: values that cannot be are marked at their fields, and a rule that a game has is not added again.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Game } from '../../../src/domain/game.js'
import { describeInBrowser, expectAccessible, screenshots } from '../browser.js'
import { NOW, writeWave } from '../support/history.js'
import { startWeb, type TestWeb, type Visitor } from '../support/start-web.js'

const WRONG_AMOUNT = 'Value: enter a number without separators, such as 1500 or 2.5.'
const WRONG_SIZE = 'Value: enter a number above 0. The condition already says the direction.'
const RULE = { metric: 'ccu', condition: 'below', value: '500', minutes: '10', cooldown: '60' }

let web: TestWeb
let manager: Visitor | undefined
let [game, other]: Game[] = []
let path = ''
beforeAll(async () => {
  web = await startWeb({ terms: { name: 'North Star Games', plan: 'enterprise' } })
  game = await web.track(0)
  other = await web.track(1)
  manager = await web.member('manager')
  path = `/accounts/${web.account.id}/alerts`
  expect(web.clock.now()).toBe(NOW * 60_000)
  await writeWave(web, game.universeId)
})
afterAll(() => web.stop())

const as = <Value>(value: Value | undefined): Value => value ?? expect.unreachable()
const rulesOf = async (of: Game | undefined) => web.store.rules.ofGame(as(of).id)
const errorAt = (text: string, field: string) => new RegExp(`id="${field}-error" role="alert">([^<]*)`).exec(text)?.[1]

it('a value that cannot be is rejected at its field, by its label, and what was typed is kept [WEB-52]', async () => {
  const wrong: readonly (readonly [Readonly<Record<string, string>>, string, string])[] = [
    [{ value: '' }, 'value', 'Value: fill this in.'],
    [{ value: 'many' }, 'value', WRONG_AMOUNT],
    [{ value: '1,000' }, 'value', WRONG_AMOUNT],
    [{ value: '0x10' }, 'value', WRONG_AMOUNT],
    [{ value: '-3' }, 'value', 'Value: enter 0 or more.'],
    ...['fewer', 'unusual', 'fallen', 'changed'].map(
      (condition) => [{ condition, value: '-5' }, 'value', WRONG_SIZE] as const,
    ),
    [{ condition: 'fewer', value: '0' }, 'value', WRONG_SIZE],
    [{ condition: 'fewer', value: '100' }, 'value', 'Value: enter less than 100.'],
    [{ minutes: '0' }, 'minutes', 'For how many minutes: enter a whole number from 1 to 1,440.'],
    [{ readings: '3' }, 'readings', 'Or readings in a row: leave this or “For how many minutes” empty.'],
    [{ cooldown: '1.5' }, 'cooldown', 'Minutes between two alerts: enter a whole number from 0 to 43,200.'],
    [{ quiet_from: '22:00' }, 'quiet_until', 'Quiet until: enter this time too.'],
    [{ quiet_until: '22:00' }, 'quiet_from', 'Quiet from: enter this time too.'],
    [{ quiet_from: '25:00' }, 'quiet_from', 'Quiet from: enter a time of day, such as 09:00 or 21:30.'],
    [{ quiet_from: '9', quiet_until: '9:00' }, 'quiet_until', 'Quiet until: enter another time than in “Quiet from”.'],
    [{ quiet_from: '22:00', quiet_until: '<noon>' }, 'quiet_until', 'Quiet until: enter a time of day'],
    [{ quiet_until: `2${'2'.repeat(60)}`, quiet_from: '1' }, 'quiet_until', 'Quiet until: enter a time of day'],
  ]
  for (const [typed, field, why] of wrong) {
    const form = { ...RULE, game: `${as(game).id}`, ...typed }
    const { status, text } = await as(manager).post(`${path}/new`, form)
    expect([status, errorAt(text, field)], why).toEqual([400, expect.stringContaining(why)])
    const preview = await as(manager).get(`${path}/new?${new URLSearchParams(form)}`)
    expect([preview.status, errorAt(preview.text, field)]).toEqual([400, errorAt(text, field)])
  }
  expect(await rulesOf(game)).toEqual([])
})

it('that a game has already is not added again, and the page says for how many it was there [WEB-52]', async () => {
  const rule = { ...RULE, value: '321' }
  const say = async (form: Readonly<Record<string, string>>): Promise<string> => {
    await as(manager).post(`${path}/new`, { ...rule, ...form })
    const { text } = await as(manager).get(path)
    return /<p role="status">([^<]*)/.exec(text)?.[1] ?? ''
  }
  const count = async (of: Game | undefined) =>
    (await rulesOf(of)).filter(({ condition }) => 'value' in condition && condition.value === 321).length
  const name = as(game).name
  expect(await say({ game: `${as(game).id}` })).toMatch(new RegExp(`^Added to ${name}: Players below 321`))
  expect(await say({ game: `${as(game).id}` })).toMatch(
    new RegExp(`^Nothing added: ${name} had this alert before. Players below 321`),
  )
  expect(await say({ game: '' })).toMatch(
    new RegExp(`^Added to ${as(other).name}: Players below 321.* It was there before for ${name}.$`),
  )
  expect(await say({ game: '' })).toMatch(/^Nothing added: 2 games had this alert before/)
  expect([await count(game), await count(other)]).toEqual([1, 1])
  await Promise.all([1, 2].map(() => as(manager).post(`${path}/new`, { ...rule, cooldown: '61', game: '' })))
  expect([await count(game), await count(other)]).toEqual([2, 2])
  for (const one of [game, other])
    for (const { id, condition } of await rulesOf(one))
      if ('value' in condition && condition.value === 321) await web.services.notifications.removeRule(web.account, id)
})

it('marks all wrong fields at once, with what was typed, where it is saved and in the preview [WEB-52]', async () => {
  const wrongIn = (html: string) =>
    [...html.matchAll(/id="([a-z_]+)-error" role="alert">([^<]*)/g)].map(([, name, text]) => `${name}: ${text}`)
  const typed = { ...RULE, value: 'many', minutes: 'xx', cooldown: '-1', quiet_from: '25:00', quiet_until: 'noon' }
  const wrong = [
    'value: Value: enter a number without separators, such as 1500 or 2.5.',
    expect.stringMatching(/^minutes: /),
    expect.stringMatching(/^cooldown: /),
    'quiet_from: Quiet from: enter a time of day, such as 09:00 or 21:30.',
    'quiet_until: Quiet until: enter a time of day, such as 09:00 or 21:30.',
  ]
  const saved = await as(manager).post(`${path}/new`, { ...typed, game: '', channel: 'foo' })
  expect(saved.status).toBe(400)
  expect(wrongIn(saved.text)).toEqual([...wrong, expect.stringMatching(/^channel: /)])
  expect(saved.text).toContain('value="foo"')
  expect(wrongIn((await as(manager).get(`${path}/new?${new URLSearchParams(typed)}`)).text)).toEqual(wrong)
  const half = await as(manager).post(`${path}/new`, { ...RULE, minutes: '2', readings: '3', quiet_from: '21:00' })
  expect(wrongIn(half.text).map((text) => text.split(':')[0])).toEqual(['readings', 'quiet_until'])
  expect(await rulesOf(game)).toEqual([])
})

it('the form of other notifications marks all wrong fields at once too [WEB-53]', async () => {
  const typed = { kind: 'digest', game: '', channel: 'foo', at: 'noon', every: '1' }
  const { status, text } = await as(manager).post(`${path}/on`, typed)
  const wrong = [...text.matchAll(/id="([a-z_]+)-error" role="alert"/g)].map(([, name]) => name)
  expect([status, wrong.sort()]).toEqual([400, ['at', 'channel']])
  expect(await web.store.routes.ofGame(as(game).id)).not.toContainEqual(expect.objectContaining({ kind: 'digest' }))
})

describeInBrowser(
  'the form of an alert',
  () => web.url,
  (open) => {
    it('marks the field of a value that cannot be while it is typed, and by the button of the preview [WEB-52]', async () => {
      const tab = await open({ as: as(manager) })
      const { page } = tab
      await page.goto(`${path}/new?game=${as(game).id}`)
      const value = page.getByLabel('Value', { exact: true })
      await value.fill('-5')
      await page.getByText(WRONG_SIZE).waitFor()
      expect(await value.getAttribute('aria-invalid')).toBe('true')
      expect(await value.getAttribute('aria-describedby')).toBe('value-error value-hint')
      expect(await page.locator('[aria-invalid]').count()).toBe(1)
      expect(await value.evaluate((field) => field === document.activeElement)).toBe(true)
      await screenshots(tab, 'alert-wrong')
      await expectAccessible(tab)
      await value.fill('5')
      await page.getByText(/It would/).waitFor()
      expect([await page.locator('[aria-invalid]').count(), await page.getByText(WRONG_SIZE).count()]).toEqual([0, 0])
      await page.getByLabel('Quiet from').fill('25:00')
      await page.getByRole('button', { name: 'Preview' }).click()
      await page.waitForURL(/quiet_from=25/)
      expect(await page.getByRole('alert').allTextContents()).toEqual([
        'Quiet from: enter a time of day, such as 09:00 or 21:30.',
        'Quiet until: enter this time too.',
      ])
      const quiet = page.getByLabel('Quiet from')
      expect([await quiet.inputValue(), await quiet.getAttribute('aria-invalid')]).toEqual(['25:00', 'true'])
      expect(await quiet.evaluate((field) => field === document.activeElement)).toBe(true)
      await tab.context.close()
    })
  },
)
