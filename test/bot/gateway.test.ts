// The bot while Discord is unreachable, interrupts connections, or rejects the login.
import { expect, test, vi } from 'vitest'
import { startStopwatch } from '../support/stopwatch.js'
import { linesOf, openScene } from './scene.js'

const SOON = { timeout: 60_000, interval: 50 }

test('a gateway that is down at the start is tried again, and nothing is connected twice [CHAT-13]', async () => {
  const scene = await openScene()
  await scene.track({ name: 'Obby', ccu: 5 })
  await scene.app.tick()
  scene.double.gateway.down()
  const bot = scene.launch()
  await expect.poll(() => linesOf(scene, 'warn').length, SOON).toBeGreaterThan(1)
  expect(bot.state()).toMatchObject({ state: 'connecting', detail: expect.stringContaining('503') })
  scene.double.gateway.up()
  await expect.poll(() => bot.state().state, SOON).toBe('ready')
  // discord.js's own abandoned attempts would repeat every 500 ms.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(scene.double.gateway.identifies).toBe(1)
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
  await new Promise((resolve) => setTimeout(resolve, 2_500))
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
  await new Promise((resolve) => setTimeout(resolve, 2_000))
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
  scene.double.gateway.down()
  const bot = scene.launch()
  await expect.poll(() => linesOf(scene, 'warn').length, SOON).toBe(1)
  const stopwatch = startStopwatch()
  await bot.stop()
  expect(stopwatch.passed()).toBeLessThan(1_000)
  scene.double.gateway.up()
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  expect(scene.double.gateway.identifies).toBe(0)
  expect(bot.state().state).toBe('stopped')
})

test('it stops while it is reconnecting, and stays away', async () => {
  const scene = await openScene()
  const bot = await scene.restart()
  scene.double.gateway.down()
  await vi.waitFor(() => expect(bot.state().state).toBe('reconnecting'), SOON)
  await bot.stop()
  scene.double.gateway.up()
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  expect(scene.double.gateway.connected).toBe(false)
})
