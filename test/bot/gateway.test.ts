// The bot while Discord is unreachable, interrupts connections, or rejects the login.
import { Client, Events, GatewayIntentBits } from 'discord.js'
import { expect, test, vi } from 'vitest'
import type { DiscordDouble } from '../support/discord/double.js'
import { startStopwatch } from '../support/stopwatch.js'
import { linesOf, openScene } from './scene.js'

const SOON = { timeout: 60_000, interval: 50 }

/** A client of discord.js's own, which reconnects in the same rhythm as an abandoned attempt of the bot would. */
interface Companion {
  /**
   * Resolves after several attempts of the companion while the gateway is down, to how many connections of others the
   * gateway rejected in this time.
   */
  othersRejected(): Promise<number>
  leave(): Promise<void>
}

/** Connects the companion, so the gateway must be up. */
async function openCompanion({ apiUrl, gateway, token }: DiscordDouble): Promise<Companion> {
  const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: apiUrl } })
  const others: number[] = []
  client.on(Events.Error, () => undefined)
  client.on(Events.ShardError, () => void others.push(gateway.rejections - others.length - 1))
  const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve))
  await client.login(token)
  await ready
  return {
    othersRejected: async () => {
      const first = others.length
      await expect.poll(() => others.length, SOON).toBeGreaterThan(first + 5)
      return (others.at(-1) ?? 0) - (others[first] ?? 0)
    },
    leave: () => client.destroy(),
  }
}

test('a gateway that is down at the start is tried again, and nothing is connected twice [CHAT-13]', async () => {
  const scene = await openScene()
  await scene.track({ name: 'Obby', ccu: 5 })
  await scene.app.tick()
  const companion = await openCompanion(scene.double)
  scene.double.gateway.down()
  const bot = scene.launch()
  await expect.poll(() => linesOf(scene, 'warn').length, SOON).toBeGreaterThan(1)
  expect(bot.state()).toMatchObject({ state: 'connecting', detail: expect.stringContaining('503') })
  const attempts = linesOf(scene, 'warn').length
  const others = await companion.othersRejected()
  scene.double.gateway.up()
  await expect.poll(() => bot.state().state, SOON).toBe('ready')
  // discord.js's own abandoned attempts would repeat every 500 ms, besides those of which the bot says that they failed.
  expect(others).toBeLessThanOrEqual(linesOf(scene, 'warn').length - attempts)
  expect(scene.double.gateway.identifies).toBe(2)
  await companion.leave()
  const handle = await scene.double.slash({ command: 'rank' }).done()
  expect(handle.message.embeds[0]?.description).toContain('Obby')
})

test('a REST that fails at the start is tried again', async () => {
  const scene = await openScene()
  scene.double.faults.next('GET /gateway/bot', { status: 500 }, 5)
  await scene.restart()
  expect(linesOf(scene, 'warn').length).toBeGreaterThan(0)
})

test('a wrong token is not tried again, and said in one line', async () => {
  const scene = await openScene()
  const bot = scene.launch({ token: 'wrong' })
  await expect.poll(() => bot.state().state, SOON).toBe('failed')
  const calls = scene.double.calls.length
  const patient = await openScene()
  patient.double.gateway.down()
  patient.launch()
  // The waits before its second and third attempt are together longer than the longest one before a second.
  await expect.poll(() => linesOf(patient, 'warn').length, SOON).toBeGreaterThan(2)
  expect(scene.double.calls).toHaveLength(calls)
  expect(bot.state().detail).toContain('DISCORD_TOKEN')
  expect(scene.lines.map(({ message }) => message)).toEqual([expect.stringContaining('DISCORD_TOKEN')])
  expect(JSON.stringify(scene.lines)).not.toContain('wrong"')
})

test('it comes back from a dropped gateway, op 7, op 9 and an outage, with one line each way', async () => {
  const scene = await openScene()
  await scene.track({ name: 'Obby', ccu: 5 })
  await scene.app.tick()
  const bot = await scene.restart()
  const { gateway } = scene.double
  const stillAnswers = async () => {
    await expect.poll(() => bot.state().state, SOON).toBe('ready')
    const handle = await scene.double.slash({ command: 'rank' }).done()
    expect(handle.message.embeds[0]?.description).toContain('Obby')
  }
  gateway.drop()
  await expect.poll(() => gateway.resumes, SOON).toBe(1)
  await stillAnswers()
  gateway.askToReconnect()
  await expect.poll(() => gateway.resumes, SOON).toBe(2)
  await stillAnswers()
  gateway.invalidateSession()
  await expect.poll(() => gateway.identifies, SOON).toBe(2)
  await stillAnswers()
  scene.lines.length = 0
  gateway.down()
  await expect
    .poll(() => bot.state(), SOON)
    .toMatchObject({ state: 'reconnecting', detail: expect.stringContaining('503') })
  const { rejections } = gateway
  await expect.poll(() => gateway.rejections, SOON).toBeGreaterThan(rejections + 3)
  gateway.up()
  await stillAnswers()
  expect(scene.lines.map(({ message }) => message)).toEqual([
    'The bot lost its connection to Discord and reconnects.',
    'The bot is connected to Discord again.',
  ])
  expect(scene.double.registry.puts).toBe(1)
})

test('it stops at once while it is trying to log in, and stays away', async () => {
  const scene = await openScene()
  const companion = await openCompanion(scene.double)
  scene.double.gateway.down()
  const bot = scene.launch()
  await expect.poll(() => linesOf(scene, 'warn').length, SOON).toBe(1)
  const stopwatch = startStopwatch()
  await bot.stop()
  expect(stopwatch.passed()).toBeLessThan(1_000)
  expect(await companion.othersRejected()).toBe(0)
  scene.double.gateway.up()
  await expect.poll(() => scene.double.gateway.resumes, SOON).toBe(1)
  await companion.leave()
  expect(scene.double.gateway.identifies).toBe(1)
  expect(bot.state().state).toBe('stopped')
})

test('it stops while it is reconnecting, and stays away', async () => {
  const scene = await openScene()
  const companion = await openCompanion(scene.double)
  const bot = await scene.restart()
  const { gateway } = scene.double
  gateway.down()
  await vi.waitFor(() => expect(bot.state().state).toBe('reconnecting'), SOON)
  await bot.stop()
  // A connection that was being made when the bot stopped may still arrive.
  expect(await companion.othersRejected()).toBeLessThanOrEqual(1)
  gateway.up()
  await expect.poll(() => gateway.resumes, SOON).toBe(1)
  await companion.leave()
  await expect.poll(() => gateway.connected, SOON).toBe(false)
  expect(gateway).toMatchObject({ identifies: 2, resumes: 1 })
})
