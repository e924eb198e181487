// Processes with the role bot that share the shards of Discord's gateway.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { minuteOf } from '../../../src/domain/clock.js'
import { EVENT_TIMEOUT_MS, GUILD, openRoleScene, type RoleProcess, type RoleScene } from './scene.js'

const SHARDS = 4
const TAKEOVER_TIMEOUT_MS = 15_000
/** An answer that a second process gave too would have arrived in this time. */
const SECOND_ANSWER_MS = 1_000
const CHANNELS = ['300000000000000010', '300000000000000011', '300000000000000012', '300000000000000013']
/** One in each shard. */
const guilds = CHANNELS.map((channelId, index) => {
  const id = String(BigInt(GUILD) + (BigInt(index) << 22n))
  return { id, name: `Studio ${index}`, ownerId: '1', channels: [{ id: channelId, name: 'news' }] }
})

interface HeldWork {
  readonly sharedWork: {
    readonly processes: readonly { readonly name: string; readonly gatewayShards: readonly number[] }[]
    readonly unheldGatewayShards: readonly number[]
  }
}

async function heldBy(process: RoleProcess): Promise<HeldWork['sharedWork']> {
  const answer = await fetch(`${process.url()}/readyz`)
  return ((await answer.json()) as HeldWork).sharedWork
}

const heldCounts = async (process: RoleProcess): Promise<number[]> =>
  (await heldBy(process)).processes.map(({ gatewayShards }) => gatewayShards.length).filter((count) => count > 0)

async function answerEach({ discord }: RoleScene): Promise<void> {
  for (const [index, { id: guildId }] of guilds.entries()) {
    const channelId = CHANNELS[index] ?? ''
    const interaction = discord.slash({ command: 'help', guildId, channelId })
    const { message } = await interaction.done()
    expect(message.embeds.length + message.content.length + message.components.length).toBeGreaterThan(0)
  }
  await sleep(SECOND_ANSWER_MS)
  expect(discord.interactions.flatMap(({ rejections }) => rejections)).toEqual([])
}

async function postEach({ discord, store, account, clock }: RoleScene, ccu: number): Promise<void> {
  const before = CHANNELS.map((channelId) => discord.world.messagesIn(channelId).length)
  for (const { id: gameId } of await store.games.ofAccount(account.id)) {
    const facts = { kind: 'record', ccu, previous: ccu - 1 } as const
    const draft = { gameId, accountId: account.id, kind: 'record', facts, subject: `ccu:${ccu}` } as const
    await store.outbox.add({ ...draft, occurredAt: minuteOf(clock.now()) }, clock.now())
  }
  await expect
    .poll(() => CHANNELS.map((channelId) => discord.world.messagesIn(channelId).length), { timeout: EVENT_TIMEOUT_MS })
    .toEqual(before.map((count) => count + 1))
}

it(
  'open them evenly, answer and post everywhere once, and take over those of one that is killed [PROCESS-70] [DISCORD-51]',
  async () => {
    const discordOptions = { guilds, shards: SHARDS, maxConcurrency: 1 }
    const scene = await openRoleScene({ games: SHARDS, minuteLastsMs: 60_000, discord: discordOptions })
    const { discord, launch } = scene
    const [first, second] = await Promise.all([launch('bot'), launch('bot')])
    const connected = () => discord.gateway.connectedShards
    await expect.poll(connected, { timeout: EVENT_TIMEOUT_MS }).toEqual([0, 1, 2, 3])
    expect(await heldCounts(first)).toEqual([2, 2])
    expect(await heldBy(second)).toMatchObject({ unheldGatewayShards: [] })
    await expect.poll(() => discord.commands.length, { timeout: EVENT_TIMEOUT_MS }).toBeGreaterThan(0)
    await answerEach(scene)
    await postEach(scene, 2)

    const begun = () => discord.gateway.identifies
    const before = begun()
    await first.end('SIGKILL')
    // Its connections may still look open for a moment, until their ends arrive.
    await expect.poll(begun, { timeout: TAKEOVER_TIMEOUT_MS, interval: 50 }).toBe(before + 2)
    await expect.poll(connected, { timeout: TAKEOVER_TIMEOUT_MS, interval: 50 }).toEqual([0, 1, 2, 3])
    await expect.poll(() => heldCounts(second)).toEqual([4])
    await answerEach(scene)
    await postEach(scene, 3)

    await first.start()
    await expect.poll(() => heldCounts(second), { timeout: EVENT_TIMEOUT_MS }).toEqual([2, 2])
    await expect.poll(begun, { timeout: EVENT_TIMEOUT_MS }).toBe(before + 4)
    await expect.poll(connected, { timeout: EVENT_TIMEOUT_MS }).toEqual([0, 1, 2, 3])
    await answerEach(scene)
    await postEach(scene, 4)
    // Two shards were begun again after the kill, and two moved to the process that came back; the others stayed where they were.
    expect(discord.gateway.hurried).toBe(0)
    expect(discord.gateway.identifies).toBeLessThanOrEqual(SHARDS + 2 + 2 + 2)
    expect(discord.violations).toEqual([])
    expect(discord.schemaErrors).toEqual([])
    expect(discord.unknownCalls).toEqual([])
    expect([await first.end('SIGTERM'), await second.end('SIGTERM')]).toEqual([0, 0])
  },
  5 * EVENT_TIMEOUT_MS,
)
