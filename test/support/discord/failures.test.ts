// The Discord double fails as Discord does: gateway, rate limits, faults, and the rules that a bot can break.
import { Client, GatewayIntentBits, REST, Routes } from 'discord.js'
import { expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import {
  CHANNEL,
  COUNTER,
  channelOf,
  expectClean,
  logIn,
  makeClient,
  OWNER,
  openDouble,
  serveCommands,
} from './testing.js'

const LONG = { timeout: 60_000 }

test('a dropped gateway is resumed, with what was missed', LONG, async () => {
  const double = await openDouble()
  await serveCommands(double, (interaction) => interaction.reply('still here'))
  for (const [resumes, drop] of [() => double.gateway.drop(), () => double.gateway.drop('brutally')].entries()) {
    drop()
    const missed = double.slash({ command: 'rank' })
    await missed.done()
    expect(double.gateway.resumes).toBe(resumes + 1)
  }
  double.gateway.askToReconnect()
  await vi.waitFor(() => expect(double.gateway.resumes).toBe(3), 5000)
  expect(double.gateway.identifies).toBe(1)
})

test('an invalid session is replaced by a new one', LONG, async () => {
  const double = await openDouble()
  await serveCommands(double, (interaction) => interaction.reply('new session'))
  double.gateway.invalidateSession()
  await vi.waitFor(() => expect(double.gateway.identifies).toBe(2), 12_000)
  await vi.waitFor(() => expect(double.gateway.hasSession).toBe(true), { timeout: 60_000 })
  expect((await double.slash({ command: 'rank' }).done()).message.content).toBe('new session')
})

test('an outage ends by resuming, and rejects a login while it lasts', LONG, async () => {
  const double = await openDouble()
  await logIn(double)
  double.gateway.down()
  await expect(makeClient(double).login(double.token)).rejects.toThrow('503')
  double.gateway.up()
  await vi.waitFor(() => expect(double.gateway.resumes).toBe(1), 5000)
})

test('a wrong token and a privileged intent are rejected', async () => {
  const double = await openDouble()
  await expect(makeClient(double).login('wrong')).rejects.toThrow('invalid token')
  const greedy = new Client({ intents: [GatewayIntentBits.GuildMembers], rest: { api: double.apiUrl } })
  await expect(greedy.login(double.token)).rejects.toThrow('disallowed intents')
  const socket = new WebSocket(double.apiUrl.replace('http', 'ws').replace('/api', '/'))
  socket.on('open', () => socket.send(JSON.stringify({ op: 2, d: { token: 'wrong', intents: 1 } })))
  expect(await new Promise((resolve) => socket.on('close', resolve))).toBe(4004)
})

test('429 and 502 are retried, and a nonce keeps a lost answer from posting twice', LONG, async () => {
  const double = await openDouble()
  const channel = await channelOf(await logIn(double))
  double.faults.next('POST /channels/*/messages', { status: 429, retryAfter: 0.1 })
  await channel.send('limited')
  double.faults.next('POST /channels/*/messages', { status: 502, afterCommit: true }, 2)
  await channel.send({ content: 'once', nonce: '1', enforceNonce: true })
  double.faults.next('POST /channels/*/messages', { status: 502, afterCommit: true })
  await channel.send('twice')
  const contents = double.world.messagesIn(CHANNEL).map((message) => message.content)
  expect(contents).toEqual(['limited', 'once', 'twice', 'twice'])
  double.faults.next('POST /channels/*/messages', { politeClose: true })
  await expect(channel.send('lost')).rejects.toThrow('other side closed')
  double.faults.next('POST /channels/*/messages', { reset: true })
  await channel.send('after a reset')
  expect(double.faults.pending).toBe(0)
  expectClean(double)
})

test('the third rename within ten minutes is rejected', async () => {
  let now = 0
  const double = await openDouble({ now: () => now })
  const counter = await channelOf(await logIn(double, { rejectOnRateLimit: ['/channels'] }), COUNTER)
  await counter.setName('players-2')
  await counter.setName('players-3')
  await expect(counter.setName('players-4')).rejects.toThrow()
  now += 11 * 60_000
  const rest = new REST({ api: double.apiUrl }).setToken(double.token)
  await rest.patch(Routes.channel(COUNTER), { body: { name: 'players-4' } })
  expect(double.world.place(COUNTER).channel.name).toBe('players-4')
})

test('missing channels and permissions are answered as Discord answers them', async () => {
  const double = await openDouble()
  const client = await logIn(double)
  const channel = await channelOf(client)
  double.world.denyInChannel(CHANNEL, ['SendMessages'])
  await expect(channel.send('x')).rejects.toMatchObject({ code: 50013, status: 403 })
  await vi.waitFor(() => expect(channel.permissionsFor(OWNER.id)).toBeNull(), { timeout: 60_000 })
  double.world.deleteChannel(CHANNEL)
  await expect(channel.send('x')).rejects.toMatchObject({ code: 10003, status: 404 })
  await expect(client.rest.get('/nowhere')).rejects.toMatchObject({ status: 404 })
  expect(double.unknownCalls).toEqual(['GET /nowhere'])
  expect(double.violations).toEqual([])
})

test('a picture that was not sent and an empty message are rejected', async () => {
  const double = await openDouble()
  const channel = await channelOf(await logIn(double))
  const embeds = [{ title: 'Players', image: { url: 'attachment://chart.png' } }]
  await expect(channel.send({ embeds })).rejects.toMatchObject({ code: 50035 })
  await expect(channel.send({ content: ' ' })).rejects.toMatchObject({ code: 50006 })
  expect(double.violations.map((violation) => violation.rule)).toEqual(['NO_SUCH_ATTACHMENT', 'empty-message'])
  expect(double.world.messagesIn(CHANNEL)).toEqual([])
})

test('a user who takes no direct messages has an error code of its own', async () => {
  const double = await openDouble()
  const client = await logIn(double)
  double.slash({ command: 'rank', user: OWNER })
  const owner = await client.users.fetch(OWNER.id)
  await owner.send('hello')
  double.world.closeDirectMessages(OWNER.id)
  await expect(owner.send('hello')).rejects.toMatchObject({ code: 50007 })
  expectClean(double)
})

test('answering twice, late or too early, and bodies over the limits, are violations', async () => {
  const double = await openDouble({ answerWithinMs: 100 })
  const codes: unknown[] = []
  const remember = (error: { code?: unknown }) => codes.push(error.code)
  await serveCommands(double, async (interaction) => {
    const { commandName, id, token } = interaction
    const { rest } = interaction.client
    if (commandName === 'early')
      await rest
        .post(Routes.webhook(double.applicationId, token), { auth: false, body: { content: 'x' } })
        .catch(remember)
    if (commandName === 'late') await new Promise((resolve) => setTimeout(resolve, 150))
    if (commandName === 'long') await interaction.reply('x'.repeat(2001)).catch(remember)
    await interaction.reply('once').catch(remember)
    const body = { type: 4, data: { content: 'twice' } }
    if (commandName === 'twice')
      await rest.post(Routes.interactionCallback(id, token), { auth: false, body }).catch(remember)
  })
  for (const command of ['early', 'twice', 'long']) await double.slash({ command }).done()
  await expect(double.slash({ command: 'late' }).done(500)).rejects.toThrow('/late got no answer within 500 ms')
  await vi.waitFor(() => expect(codes).toEqual([10015, 40060, 50035, 10062]), { timeout: 60_000 })
  expect(double.violations.map((violation) => violation.rule)).toEqual([
    'follow-up-before-answer',
    'answered-twice',
    'BASE_TYPE_MAX_LENGTH',
    'answered-late',
  ])
})
