// The front page: the first commands for a new operator, and the games that their owners made public.
import { readFile } from 'node:fs/promises'
import { PermissionFlagsBits } from 'discord.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MINUTES } from '../../src/domain/clock.js'
import { NOW } from './support/history.js'
import { startWeb, type TestWeb } from './support/start-web.js'

let web: TestWeb
beforeAll(async () => {
  web = await startWeb({ settings: { discordClientId: () => '123456789' } })
})
afterAll(() => web.stop())

const front = async () => (await web.visitor().get('/')).text

it('says on an empty installation what the operator types to begin', async () => {
  const text = await front()
  for (const verb of ['account create', 'game add', 'login link']) expect(text).toContain(`npm run -s cli -- ${verb}`)
})

it('shows nobody’s game until its owner opts in, and says nothing of what there is', async () => {
  const game = await web.track(0)
  await web.tick()
  expect(await front()).not.toContain(game.name)
  const shown = await web.services.games.change(game, { isPublic: true })
  expect(await front()).toContain(`href="/games/${game.universeId}"`)
  await web.services.games.change(shown, { isPublic: false })
  expect(await front()).not.toContain(game.name)
})

it('opens with the totals of the public games and the live board [WEB-37]', async () => {
  const other = await startWeb()
  for (const [index, ccu] of [150, 40].entries()) {
    const game = await other.services.games.change(await other.track(index), { isPublic: true })
    await other.write(game.universeId, [NOW - DAY_MINUTES], { ccu: 100, visits: 1_000 })
    await other.write(game.universeId, [NOW], { ccu, visits: 2_500_000 })
  }
  const { text } = await other.visitor().get('/')
  await other.stop()
  const totals = /<dl class="figures totals">(.*?)<\/dl>/s.exec(text)?.[1]?.replace(/<[^>]+>/g, ' ')
  expect(totals?.replace(/\s+/g, ' ').trim()).toBe(
    'Players now 190 -5.0% in 24 hours Games 2 public here Visits 5M of all time',
  )
  expect(text.indexOf('class="figures totals"')).toBeLessThan(text.indexOf('<table'))
  expect(text.indexOf('<table')).toBeLessThan(text.indexOf('Use the API'))
})

it('promises to keep no more than each plan keeps: the numbers of each day [PLANS-12]', async () => {
  expect(await front()).toContain('up to once a minute, keeps the numbers of each day for good, and answers')
})

it('names commands as Discord does in the language of the reader', async () => {
  const inLanguage = async (language: string) => (await web.visitor().get('/', { 'accept-language': language })).text
  expect(await inLanguage('en')).toContain('In Discord, /rank and /stats answer')
  const spanish = await inLanguage('es')
  expect(spanish).toContain('En Discord, /clasificación y /estadísticas responden')
  expect(spanish).toContain('/configurar pide un código')
})

it('invites the bot with the permissions it needs, and no more, as the README does [CHAT-5]', async () => {
  const [, address = ''] = /href="([^"]+oauth2\/authorize[^"]+)"/.exec(await front()) ?? []
  const { origin, searchParams } = new URL(address.replaceAll('&amp;', '&'))
  expect(origin).toBe(new URL(web.discord.apiUrl).origin)
  expect(searchParams.get('client_id')).toBe('123456789')
  expect(searchParams.get('scope')).toBe('bot applications.commands')
  const { ViewChannel, SendMessages, SendMessagesInThreads, EmbedLinks, AttachFiles, ReadMessageHistory } =
    PermissionFlagsBits
  const needed = [ViewChannel, SendMessages, SendMessagesInThreads, EmbedLinks, AttachFiles, ReadMessageHistory]
  expect(searchParams.get('permissions')).toBe(needed.reduce((sum, bit) => sum | bit, 0n).toString())
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
  expect(/oauth2\/authorize\S*&permissions=(\d+)/.exec(readme)?.[1]).toBe(searchParams.get('permissions'))
})

it('leads who is signed in to the keys of their account, not to signing in', async () => {
  const { text } = await (await web.member('viewer')).get('/')
  expect(text).toContain(`<a class="button" href="/accounts/${web.account.id}/keys">API keys</a>`)
  expect(text).not.toContain('href="/sign-in"')
})

it('says how to reach the operator, as a link where it is one', async () => {
  const shown = async (operatorContact: string | undefined) => {
    const other = await startWeb({ settings: { operatorContact } })
    const { text } = await other.visitor().get('/')
    await other.stop()
    return text
  }
  expect(await shown('ops@studio.example')).toContain('href="mailto:ops@studio.example"')
  expect(await shown('https://studio.example/help')).toContain('href="https://studio.example/help"')
  expect(await shown('<b>me</b> on Discord')).toContain('&lt;b>me&lt;/b> on Discord')
  expect(await shown('javascript:alert(1)')).not.toContain('href="javascript')
  expect(await shown(undefined)).toContain('OPERATOR_CONTACT')
})
