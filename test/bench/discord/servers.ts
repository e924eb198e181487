// The memory of the bot's connection with 2,500 servers on several shards, and whether it stays flat while servers change and
// thousands of people use commands in them.
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { MIB } from '../../../src/domain/rounding.js'
import { type DiscordDouble, startDiscordDouble } from '../../support/discord/double.js'
import { type Benchmark, startHelper } from '../bench.js'

const SERVERS = 2_500
const SHARDS = 3
const CHANNELS_A_SERVER = 20
const ROUNDS = 4
const MAX_GROWTH_MIB = 8

const SHARD_STEP = 1n << 22n
const FIRST_SERVER = 200_000_000_000_000_000n

const memory = z.object({ bytes: z.number(), guilds: z.number(), channels: z.number() })

const serverAt = (index: number) => {
  const id = String(FIRST_SERVER + BigInt(index) * SHARD_STEP)
  const channels = Array.from({ length: CHANNELS_A_SERVER }, (_, at) => ({
    id: `${id}${at}`.slice(1),
    name: `talk-${at}`,
  }))
  return { id, name: `Server ${index}`, ownerId: '1', channels }
}

export const benchServers: Benchmark = async (report, { quick }) => {
  const few = await measure(2, quick)
  const { first, last } = await measure(SERVERS, quick)
  const figure = `memory of the connection, ${SERVERS.toLocaleString('en')} servers of ${CHANNELS_A_SERVER} channels`
  report.add({ figure, value: first / MIB, unit: 'MiB' })
  report.add({ figure: 'of it for each server', value: (first - few.first) / SERVERS / 1_024, unit: 'KiB' })
  const growth = `its growth by ${quick ? '2,000' : '8,000'} commands of different people, and by changes of each server`
  report.add({ figure: growth, value: (last - first) / MIB, unit: 'MiB', bounds: [-100, MAX_GROWTH_MIB] })
}

async function measure(servers: number, quick: boolean): Promise<{ readonly first: number; readonly last: number }> {
  const guilds = Array.from({ length: servers }, (_, index) => serverAt(index))
  const shards = servers > 2 ? { shards: SHARDS, maxConcurrency: SHARDS } : {}
  const double = await startDiscordDouble({ guilds, ...shards })
  const bot = await startHelper('discord/bot-process.ts', double.apiUrl, double.token)
  try {
    const heap = async () => memory.parse(await bot.ask('memory'))
    await sleep(2_000)
    const first = await heap()
    if (first.guilds !== servers) throw new Error(`The bot sees ${first.guilds} of ${servers} servers.`)
    if (servers > 2) for (let round = 0; round < ROUNDS; round++) await useAll(double, guilds, quick ? 500 : 2_000)
    await sleep(servers > 2 ? 3_000 : 0)
    return { first: first.bytes, last: (await heap()).bytes }
  } finally {
    await bot.stop()
    await double.close()
  }
}

/** Each use is by another person, as an event of the gateway. */
async function useAll({ gateway, world }: DiscordDouble, guilds: readonly ReturnType<typeof serverAt>[], uses: number) {
  for (const [index, { id, channels }] of guilds.slice(0, uses).entries()) {
    const [channel = { id, name: '' }] = channels
    world.announceChannel({ channel, guild: world.guilds.get(id) })
    const user = {
      id: String(300_000_000_000_000_000n + BigInt(++people)),
      username: `p${index}`,
      discriminator: '0',
      avatar: null,
    }
    const member = {
      user,
      roles: [],
      permissions: '0',
      joined_at: '2026-01-01T00:00:00Z',
      deaf: false,
      mute: false,
      flags: 0,
    }
    const about = { id: String(people), application_id: '1', type: 2, token: 't', version: 1, guild_id: id }
    const data = { id: '1', name: 'rank', type: 1 }
    const where = { channel_id: channel.id, channel: { id: channel.id, type: 0, guild_id: id, permissions: '0' } }
    const rest = {
      app_permissions: '0',
      locale: 'en-US',
      entitlements: [],
      authorizing_integration_owners: {},
      context: 0,
    }
    gateway.dispatch('INTERACTION_CREATE', { ...about, ...where, ...rest, data, member }, id)
    if (index % 250 === 0) await sleep(20)
  }
}

let people = 0
