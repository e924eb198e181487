// Shared by the double's own tests: a guild, a client, and closing both.
import {
  type ChatInputCommandInteraction,
  Client,
  type ClientOptions,
  Events,
  GatewayIntentBits,
  type Interaction,
  type TextChannel,
} from 'discord.js'
import { expect } from 'vitest'
import { afterEachTest } from '../test-run.js'
import { type DiscordDouble, type DoubleOptions, startDiscordDouble } from './double.js'

export const GUILD = '200000000000000001'
export const CHANNEL = '200000000000000010'
export const COUNTER = '200000000000000011'
export const OWNER = { id: '300000000000000009', username: 'owner' }

const opened: { double: DiscordDouble; clients: Client[] }[] = []

afterEachTest(async () => {
  for (const { double, clients } of opened.splice(0)) {
    await Promise.all(clients.map((client) => client.destroy()))
    await double.close()
  }
})

export async function openDouble(options: DoubleOptions = {}): Promise<DiscordDouble> {
  const channels = [
    { id: CHANNEL, name: 'stats' },
    { id: COUNTER, name: 'players-1' },
  ]
  const botPermissions = ['ViewChannel', 'SendMessages', 'EmbedLinks', 'AttachFiles', 'ManageChannels'] as const
  const guild = { id: GUILD, name: 'Studio', ownerId: OWNER.id, channels, botPermissions: [...botPermissions] }
  const double = await startDiscordDouble({ guilds: [guild], ...options })
  opened.push({ double, clients: [] })
  return double
}

export function makeClient(double: DiscordDouble, rest: Partial<ClientOptions['rest']> = {}): Client {
  const client = new Client({ intents: [GatewayIntentBits.Guilds], rest: { api: double.apiUrl, ...rest } })
  opened.find((entry) => entry.double === double)?.clients.push(client)
  client.on(Events.Error, () => {})
  return client
}

export async function logIn(double: DiscordDouble, rest: Partial<ClientOptions['rest']> = {}): Promise<Client> {
  const client = makeClient(double, rest)
  const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve))
  await client.login(double.token)
  await ready
  return client
}

/** Starts a bot that answers every interaction by one function. */
export async function serve(
  double: DiscordDouble,
  answer: (interaction: Interaction) => Promise<unknown>,
): Promise<Client> {
  const client = await logIn(double)
  client.on(Events.InteractionCreate, (interaction) => {
    answer(interaction).catch(() => {})
  })
  return client
}

export const serveCommands = (
  double: DiscordDouble,
  answer: (interaction: ChatInputCommandInteraction) => Promise<unknown>,
) => serve(double, async (interaction) => interaction.isChatInputCommand() && answer(interaction))

export function expectClean(double: DiscordDouble): void {
  expect(double.violations).toEqual([])
  expect(double.schemaErrors).toEqual([])
  expect(double.unknownCalls).toEqual([])
}

export async function channelOf(client: Client, id = CHANNEL): Promise<TextChannel> {
  return (await client.channels.fetch(id)) as TextChannel
}
