// Us or the platform, where an account has several Discord servers: each of them hears of it, once.
import { expect, test } from 'vitest'
import type { PlatformDropFacts } from '../../src/domain/notifications/facts.js'
import { DEFAULT_RULE } from '../../src/domain/notifications/settings.js'
import { addGame, NOW } from '../store/contract/support.js'
import { CHANNEL, openScene, type SimulatedReading, START } from './simulated.js'

const UNIVERSES = [5, 6, 7, 8]
/** Of the first two games in one server, of the last two in another. */
const CHANNELS = [CHANNEL, '11', '12', '13']
const LENGTH = 60
const FALLS = 40

async function fallOf(servers: readonly string[]) {
  const scene = await openScene()
  const { store, game } = scene
  const games = [game]
  for (const [index, id] of UNIVERSES.entries())
    if (index > 0)
      games.push(await addGame(store, game.accountId, id, { channelId: CHANNELS[index] ?? null, createdAt: 0 }))
  for (const [index, { id: gameId }] of games.entries()) {
    const guildId = servers[Math.floor((index * servers.length) / games.length)] ?? ''
    await store.guilds.link({ guildId, accountId: game.accountId, linkedAt: NOW })
    await store.guildSettings.noteChannel(CHANNELS[index] ?? '', guildId)
    await store.routes.put({ gameId, kind: 'alert', channelId: null, enabled: true, digest: null })
    await store.rules.add({ ...DEFAULT_RULE, condition: { is: 'below', value: 50 }, gameId, createdAt: 0 })
  }
  for (let passed = 0; passed < LENGTH; passed++) {
    const shown: SimulatedReading = { ccu: passed < FALLS ? 100 : 20 }
    await scene.tick(START + passed, new Map(UNIVERSES.map((id) => [id, shown])))
    await scene.evaluate()
  }
  const told = await store.outbox.list({ limit: 100 })
  const drops = told.filter(({ kind }) => kind === 'platform_drop').reverse()
  expect(told.filter(({ kind }) => kind === 'alert')).toEqual([])
  const idsOf = (facts: unknown) =>
    (facts as PlatformDropFacts).gameIds.map((id) => games.findIndex((one) => one.id === id))
  return drops.map(({ facts }) => idsOf(facts))
}

test('a fall of the platform is told once in each server of the account, for the games that it hears of', async () => {
  expect(await fallOf(['1', '2'])).toEqual([
    [0, 1],
    [2, 3],
  ])
  expect(await fallOf(['1'])).toEqual([[0, 1, 2, 3]])
})
