// Routes of the application: its commands, the bot's user, its guilds, and the address of the gateway.

import { rejectBadCommands } from '../command-rules.js'
import type { Gateway } from '../gateway.js'
import { asRecord, asText, makeSnowflake, recordsOf } from '../json.js'
import { channelPayload, guildPayload, memberPayload, rolePayloads, userPayload } from '../payloads.js'
import type { DoubleRoute, GuildSetup, Json, RestCall, RestResponse } from '../types.js'
import type { DiscordWorld } from '../world.js'
import { ApiError } from './api-error.js'

const IDENTIFIES_A_DAY = 1000
const GLOBAL = 'global'

/** Registered commands, and how often the set was written: 200 creates a day is Discord's limit. */
export class CommandRegistry {
  puts = 0
  readonly #sets = new Map<string, Json[]>()

  listed(guildId: string = GLOBAL): Json[] {
    return this.#sets.get(guildId) ?? []
  }

  /** Replaces the whole set; a command of the same name keeps its id. */
  put(applicationId: string, commands: Json[], guildId: string = GLOBAL): Json[] {
    rejectBadCommands(commands)
    this.puts += 1
    const before = new Map(this.listed(guildId).map((command) => [asText(command.name), command.id]))
    const stored = commands.map((command) => ({
      type: 1,
      default_member_permissions: null,
      nsfw: false,
      ...command,
      id: before.get(asText(command.name)) ?? makeSnowflake(),
      application_id: applicationId,
      version: makeSnowflake(),
      ...(guildId === GLOBAL ? {} : { guild_id: guildId }),
    }))
    this.#sets.set(guildId, stored)
    return stored
  }
}

const ok = (body: unknown): RestResponse => ({ status: 200, body })
const get = (path: string, handle: DoubleRoute['handle']): DoubleRoute => ({ method: 'GET', path, handle })

export function commandRoutes(world: DiscordWorld, registry: CommandRegistry): DoubleRoute[] {
  const write = (call: RestCall, params: Record<string, string>): RestResponse => {
    if (params.application !== world.identity.applicationId) throw new ApiError('unknownApplication')
    return ok(registry.put(world.identity.applicationId, recordsOf(call.body), params.guild))
  }
  const inGuild = '/applications/:application/guilds/:guild/commands'
  return [
    get('/applications/:application/commands', () => ok(registry.listed())),
    { method: 'PUT', path: '/applications/:application/commands', handle: write },
    get(inGuild, (_call, params) => ok(registry.listed(params.guild))),
    { method: 'PUT', path: inGuild, handle: write },
  ]
}

export function applicationRoutes(world: DiscordWorld, gateway: Gateway, gatewayUrl: () => string): DoubleRoute[] {
  const application = () => ok(applicationPayload(world))
  return [
    get('/gateway/bot', () => ok(gatewayPayload(gatewayUrl(), gateway))),
    get('/oauth2/applications/@me', application),
    get('/applications/@me', application),
    get('/users/@me', () => ok(userPayload(world.identity.bot))),
    get('/users/:user', (_call, { user }) => ok(userPayload(findUser(world, user)))),
    { method: 'POST', path: '/users/@me/channels', handle: (call) => ok(openDirect(world, call)) },
  ]
}

function gatewayPayload(url: string, { identifies, shards, maxConcurrency }: Gateway): Json {
  const remaining = IDENTIFIES_A_DAY - identifies
  const limit = { total: IDENTIFIES_A_DAY, remaining, reset_after: 86_400_000, max_concurrency: maxConcurrency }
  return { url, shards, session_start_limit: limit }
}

function applicationPayload({ identity }: DiscordWorld): Json {
  return {
    id: identity.applicationId,
    name: identity.bot.username,
    description: '',
    icon: null,
    bot: userPayload(identity.bot),
    bot_public: true,
    bot_require_code_grant: false,
    verify_key: '0'.repeat(64),
    flags: 0,
    integration_types_config: { '0': {}, '1': {} },
    owner: userPayload({ id: '1', username: 'developer' }),
    team: null,
  }
}

function findUser(world: DiscordWorld, id: string | undefined) {
  const user = world.users.get(id ?? '')
  if (!user) throw new ApiError('unknownUser')
  return user
}

function openDirect(world: DiscordWorld, call: RestCall): Json {
  const user = findUser(world, asText(asRecord(call.body).recipient_id))
  const channel = channelPayload(world.openDirect(user.id), undefined, world.identity.bot.id)
  return { ...channel, recipients: [userPayload(user)] }
}

/** Only the event of the gateway has what is in the server, and whether it is in an outage. */
function withoutEvents(guild: Json): Json {
  const inEvents = ['joined_at', 'large', 'unavailable', 'member_count', 'members', 'channels', 'threads', 'presences']
  return Object.fromEntries(Object.entries(guild).filter(([key]) => !inEvents.includes(key)))
}

export function guildRoutes(world: DiscordWorld): DoubleRoute[] {
  const { bot } = world.identity
  const inGuild = (path: string, answer: (guild: GuildSetup, params: Record<string, string>) => unknown): DoubleRoute =>
    get(`/guilds/:guild${path}`, (_call, params) => {
      const guild = world.guilds.get(params.guild ?? '')
      if (!guild) throw new ApiError('unknownGuild')
      return ok(answer(guild, params))
    })
  return [
    inGuild('', (guild) => withoutEvents(guildPayload(guild, bot))),
    inGuild('/roles', rolePayloads),
    inGuild('/channels', (guild) => guild.channels.map((channel) => channelPayload(channel, guild.id, bot.id))),
    inGuild('/members/:user', (guild, { user }) => {
      const members = [{ user: { ...bot, bot: true } }, ...(guild.members ?? [])]
      const member = members.find((candidate) => candidate.user.id === user)
      if (!member) throw new ApiError('unknownMember')
      return memberPayload(member, guild)
    }),
  ]
}
