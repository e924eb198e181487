// Replaces Discord on a loopback port: the real discord.js client logs in to it, and a test acts for the people.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Gateway, type ShardName, shardOf } from './gateway.js'
import { guildPayload, userPayload } from './payloads.js'
import type { InteractionHandle } from './people/interaction-handle.js'
import { People } from './people/people.js'
import { CommandRegistry } from './rest/application-routes.js'
import { Faults } from './rest/faults.js'
import { OAuth } from './rest/oauth.js'
import { allRoutes } from './rest/routes.js'
import { descriptionPath, makeSchemaCheck, type SchemaError } from './rest/schema.js'
import { createRestServer, type RestLog } from './rest/server.js'
import type { DoubleOptions, Json } from './types.js'
import { type BotIdentity, DiscordWorld } from './world.js'

// What tests import of the double besides.
export { attachmentOption, channelOption, roleOption, userOption } from './people/command-options.js'
export type { InteractionHandle, SuggestedChoice as Choice } from './people/interaction-handle.js'
export { SOMEBODY } from './people/interaction-payload.js'
export type { DoubleMessage, DoubleOptions, DoubleUser, GuildSetup, SentFile } from './types.js'

const APPLICATION_ID = '100000000000000001'
const CLIENT_SECRET = 'double-client-secret'

export interface DiscordDouble
  extends Pick<People, 'slash' | 'messageCommand' | 'autocomplete' | 'button' | 'select' | 'modal'> {
  /** For `new Client({ rest: { api } })`. */
  readonly apiUrl: string
  readonly token: string
  readonly applicationId: string
  readonly clientSecret: string
  /** Signing in on the web: `person` is the user of the browser. */
  readonly oauth: OAuth
  readonly gateway: Gateway
  readonly world: DiscordWorld
  readonly faults: Faults
  /** The commands that are registered globally. */
  readonly commands: readonly Json[]
  readonly registry: CommandRegistry
  readonly interactions: readonly InteractionHandle[]
  readonly calls: RestLog['calls']
  readonly unknownCalls: RestLog['unknownCalls']
  readonly violations: RestLog['violations']
  readonly schemaErrors: SchemaError[]
  close(): Promise<void>
}

export async function startDiscordDouble(options: DoubleOptions = {}): Promise<DiscordDouble> {
  const identity = identify(options)
  const books: RestLog = { calls: [], unknownCalls: [], violations: [] }
  const schemaErrors: SchemaError[] = []
  const faults = new Faults()
  const registry = new CommandRegistry()
  const interactions = new Map<string, InteractionHandle>()
  const gateway = new Gateway({
    token: identity.token,
    privilegedIntents: options.privilegedIntents ?? 0,
    heartbeatIntervalMs: options.heartbeatIntervalMs ?? 41_250,
    welcome: (sessionId, shard) => welcome(world, { sessionId, resumeUrl: gatewayUrl(), ...shard }),
    shards: options.shards,
    maxConcurrency: options.maxConcurrency,
  })
  const now = options.now ?? Date.now
  const world = new DiscordWorld(identity, options.guilds ?? [], now, (event, data) =>
    gateway.dispatch(event, data, guildOf(event, data)),
  )
  const gatewayUrl = () => world.origin.replace('http', 'ws')
  const { answerWithinMs } = options
  const routes = allRoutes({ world, gateway, gatewayUrl, registry, interactions, answerWithinMs })
  const checkSchema = makeSchemaCheck(descriptionPath(), schemaErrors)
  const oauth = new OAuth(world, { clientSecret: CLIENT_SECRET, redirects: options.redirects ?? [] })
  const server = createRestServer({ world, faults, books, oauth, routes, checkSchema })
  gateway.attach(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  world.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const people = new People({ world, registry, interactions, push: (payload) => push(gateway, payload) })
  return {
    ...books,
    apiUrl: `${world.origin}/api`,
    token: identity.token,
    applicationId: identity.applicationId,
    clientSecret: CLIENT_SECRET,
    oauth,
    gateway,
    world,
    faults,
    registry,
    schemaErrors,
    slash: (given) => people.slash(given),
    messageCommand: (given) => people.messageCommand(given),
    autocomplete: (given) => people.autocomplete(given),
    button: (given) => people.button(given),
    select: (given) => people.select(given),
    modal: (given) => people.modal(given),
    get commands() {
      return registry.listed()
    },
    get interactions() {
      return [...interactions.values()]
    },
    close: () => closeAll(gateway, server),
  }
}

function closeAll(gateway: Gateway, server: Server): Promise<void> {
  gateway.close()
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeAllConnections()
  return closed
}

function identify({ token, applicationId, botUser }: DoubleOptions): BotIdentity {
  const id = applicationId ?? APPLICATION_ID
  const bot = { id, username: 'Headcount', ...botUser, bot: true }
  return { token: token ?? 'double-token', applicationId: id, bot }
}

/** The guild of an event; undefined if it is about none. */
function guildOf(event: string, data: Json): string | undefined {
  const id = event.startsWith('GUILD_') ? data.id : data.guild_id
  return typeof id === 'string' ? id : undefined
}

interface Welcome extends ShardName {
  readonly sessionId: string
  readonly resumeUrl: string
}

function welcome(world: DiscordWorld, { sessionId, resumeUrl, shard, shards }: Welcome): [string, Json][] {
  const { applicationId, bot } = world.identity
  const guilds = [...world.guilds.values()].filter(({ id }) => shardOf(id, shards) === shard)
  const ready = {
    v: 10,
    user: userPayload(bot),
    guilds: guilds.map(({ id }) => ({ id, unavailable: true })),
    session_id: sessionId,
    resume_gateway_url: resumeUrl,
    application: { id: applicationId, flags: 0 },
    shard: [shard, shards],
  }
  return [['READY', ready], ...guilds.map((guild): [string, Json] => ['GUILD_CREATE', guildPayload(guild, bot)])]
}

function push(gateway: Gateway, payload: Json): void {
  if (!gateway.hasSession) throw new Error('No bot is logged in to the double')
  gateway.dispatch('INTERACTION_CREATE', payload, typeof payload.guild_id === 'string' ? payload.guild_id : undefined)
}
