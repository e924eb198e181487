// The gateway over WebSocket: HELLO, IDENTIFY, RESUME and heartbeats, and the failures that a test can cause.
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { GatewayCloseCodes, GatewayIntentBits, GatewayOpcodes } from 'discord.js'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { asNumber, asRecord, asText } from './json.js'
import type { Json } from './types.js'

const PRIVILEGED = GatewayIntentBits.GuildMembers | GatewayIntentBits.GuildPresences | GatewayIntentBits.MessageContent
// The intent without which an event is not sent; an event that is missing here is sent to every session.
const INTENT_OF: Record<string, number> = {
  MESSAGE_CREATE: GatewayIntentBits.GuildMessages,
  MESSAGE_UPDATE: GatewayIntentBits.GuildMessages,
  MESSAGE_DELETE: GatewayIntentBits.GuildMessages,
}
const REPLAY_LIMIT = 1000
/** In this time, a session may be begun once by the shards of equal number modulo the concurrency. */
const IDENTIFY_INTERVAL_MS = 5_000

/** The shard of an event, which of a guild follows from its id. Direct messages go to the first. */
export const shardOf = (guildId: string | undefined, shards: number): number =>
  guildId === undefined ? 0 : Number((BigInt(guildId) >> 22n) % BigInt(shards))

interface GatewaySession {
  id: string
  intents: number
  shard: number
  shards: number
  sequence: number
  log: { sequence: number; text: string }[]
  connection: WebSocket | undefined
}

export interface GatewayOptions {
  token: string
  privilegedIntents: number
  heartbeatIntervalMs: number
  /** READY and the events after it, made for every session with the guilds of its shard. */
  welcome: (sessionId: string, shard: ShardName) => [event: string, data: Json][]
  /** The number of shards that Discord asks for. */
  shards?: number | undefined
  /** How many shards may begin a session at the same time. */
  maxConcurrency?: number | undefined
}

export interface ShardName {
  shard: number
  shards: number
}

export class Gateway {
  identifies = 0
  resumes = 0
  heartbeats = 0
  /** Connections that were rejected because the gateway is down. */
  rejections = 0
  /** If false, heartbeats are not acknowledged, as on a connection that is dead without being closed. */
  acknowledging = true
  /** What Discord asks for; a test may raise it while the bot runs. */
  shards: number
  readonly maxConcurrency: number
  /** Shards whose sessions are not resumed: their connections are cut. */
  readonly refusedShards = new Set<number>()
  /** Sessions that were begun too soon after another. */
  hurried = 0
  readonly #identifiedAt = new Map<number, number>()
  readonly #server = new WebSocketServer({ noServer: true })
  readonly #sessions = new Map<string, GatewaySession>()
  readonly #sockets = new Map<WebSocket, Duplex>()
  #isDown = false

  constructor(private readonly options: GatewayOptions) {
    this.shards = options.shards ?? 1
    this.maxConcurrency = options.maxConcurrency ?? 1
  }

  attach(server: Server): void {
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (this.#isDown) {
        this.rejections += 1
        socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
        return
      }
      this.#server.handleUpgrade(request, socket, head, (connection) => this.#greet(connection, socket))
    })
  }

  get connected(): boolean {
    return [...this.#sessions.values()].some((session) => session.connection !== undefined)
  }

  /** Sends the event to every session of its shard; a session without a connection receives it when it resumes. */
  dispatch(event: string, data: Json, guildId?: string): void {
    for (const session of this.#sessions.values())
      if (shardOf(guildId, session.shards) === session.shard) this.#dispatchTo(session, event, data)
  }

  /** Closes the connections of one shard. */
  dropShard(shard: number, code: number = GatewayCloseCodes.UnknownError): void {
    for (const session of this.#sessions.values())
      if (session.shard === shard) session.connection?.close(code, 'closed by the double')
  }

  /** Discord takes no session any more that was begun with fewer shards. */
  requireShards(shards: number): void {
    this.shards = shards
    this.drop('politely', GatewayCloseCodes.ShardingRequired)
  }

  /** The shards that are connected now, one for each connection, ascending. */
  get connectedShards(): number[] {
    const connected = [...this.#sessions.values()].filter(({ connection }) => connection !== undefined)
    return connected.map(({ shard }) => shard).sort((a, b) => a - b)
  }

  get hasSession(): boolean {
    return this.#sessions.size > 0
  }

  down(): void {
    this.#isDown = true
    this.drop('brutally')
  }

  up(): void {
    this.#isDown = false
  }

  /** `politely` sends a close frame; `brutally` resets the TCP connection. */
  drop(manner: 'politely' | 'brutally' = 'politely', code: number = GatewayCloseCodes.UnknownError): void {
    for (const [connection, socket] of this.#sockets) {
      if (manner === 'politely') connection.close(code, 'closed by the double')
      else reset(socket)
    }
  }

  askToReconnect(): void {
    this.#sendToAll({ op: GatewayOpcodes.Reconnect, d: null })
  }

  invalidateSession(resumable = false): void {
    const connections = [...this.#sockets.keys()]
    if (!resumable) this.#sessions.clear()
    for (const connection of connections) send(connection, { op: GatewayOpcodes.InvalidSession, d: resumable })
  }

  close(): void {
    for (const socket of this.#sockets.values()) socket.destroy()
    this.#server.close()
  }

  #greet(connection: WebSocket, socket: Duplex): void {
    this.#sockets.set(connection, socket)
    connection.on('message', (data) => this.#receive(connection, data))
    connection.on('error', () => connection.terminate())
    connection.on('close', (code) => this.#part(connection, code))
    send(connection, { op: GatewayOpcodes.Hello, d: { heartbeat_interval: this.options.heartbeatIntervalMs } })
  }

  #part(connection: WebSocket, code: number): void {
    this.#sockets.delete(connection)
    const session = this.#sessionOf(connection)
    if (!session) return
    session.connection = undefined
    // CHAT-13: the client's 1000 or 1001 ends the session.
    if (code === 1000 || code === 1001) this.#sessions.delete(session.id)
  }

  #receive(connection: WebSocket, data: RawData): void {
    const packet = asRecord(JSON.parse(data.toString()))
    const details = asRecord(packet.d)
    if (packet.op === GatewayOpcodes.Heartbeat) this.#acknowledge(connection)
    else if (packet.op === GatewayOpcodes.Identify) this.#identify(connection, details)
    else if (packet.op === GatewayOpcodes.Resume) this.#resume(connection, details)
  }

  #acknowledge(connection: WebSocket): void {
    this.heartbeats += 1
    if (this.acknowledging) send(connection, { op: GatewayOpcodes.HeartbeatAck })
  }

  #identify(connection: WebSocket, details: Json): void {
    this.identifies += 1
    const intents = asNumber(details.intents)
    if (asText(details.token) !== this.options.token) {
      connection.close(GatewayCloseCodes.AuthenticationFailed, 'Authentication failed.')
      return
    }
    if (intents & PRIVILEGED & ~this.options.privilegedIntents) {
      connection.close(GatewayCloseCodes.DisallowedIntents, 'Disallowed intent(s).')
      return
    }
    const [shard = 0, shards = 1] = Array.isArray(details.shard) ? details.shard.map(asNumber) : []
    if (shards < this.shards) {
      connection.close(GatewayCloseCodes.ShardingRequired, 'Sharding required.')
      return
    }
    if (shard >= shards) {
      connection.close(GatewayCloseCodes.InvalidShard, 'Invalid shard.')
      return
    }
    this.#noteHurry(shard)
    const id = `session-${this.identifies}`
    const session: GatewaySession = { id, intents, shard, shards, sequence: 0, log: [], connection }
    this.#sessions.set(id, session)
    for (const [event, data] of this.options.welcome(id, { shard, shards })) this.#dispatchTo(session, event, data)
  }

  #noteHurry(shard: number): void {
    const [key, now] = [shard % this.maxConcurrency, Date.now()]
    const before = this.#identifiedAt.get(key)
    if (this.shards > 1 && before !== undefined && now - before < IDENTIFY_INTERVAL_MS - 100) this.hurried += 1
    this.#identifiedAt.set(key, now)
  }

  #resume(connection: WebSocket, details: Json): void {
    const session = this.#sessions.get(asText(details.session_id))
    if (!session || asText(details.token) !== this.options.token) {
      send(connection, { op: GatewayOpcodes.InvalidSession, d: false })
      return
    }
    if (this.refusedShards.has(session.shard)) {
      connection.terminate()
      return
    }
    this.resumes += 1
    session.connection = connection
    for (const missed of session.log) {
      if (missed.sequence > asNumber(details.seq)) connection.send(missed.text)
    }
    this.#dispatchTo(session, 'RESUMED', {})
  }

  #dispatchTo(session: GatewaySession, event: string, data: Json): void {
    const needed = INTENT_OF[event]
    if (needed !== undefined && !(session.intents & needed)) return
    session.sequence += 1
    const text = JSON.stringify({ op: GatewayOpcodes.Dispatch, t: event, s: session.sequence, d: data })
    session.log.push({ sequence: session.sequence, text })
    if (session.log.length > REPLAY_LIMIT) session.log.shift()
    session.connection?.send(text)
  }

  #sessionOf(connection: WebSocket): GatewaySession | undefined {
    return [...this.#sessions.values()].find((session) => session.connection === connection)
  }

  #sendToAll(packet: Json): void {
    for (const connection of this.#sockets.keys()) send(connection, packet)
  }
}

const send = (connection: WebSocket, packet: Json) => connection.send(JSON.stringify(packet))

function reset(socket: Duplex): void {
  // The type says duplex stream, but the server's is a TCP socket, which can be reset instead of ended.
  if ('resetAndDestroy' in socket) (socket as Socket).resetAndDestroy()
  else socket.destroy()
}
