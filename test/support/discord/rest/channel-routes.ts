// Routes of channels and messages, with the permissions that a bot needs and Discord's undocumented limit on renames.

import { asRecord, asText, isRecord } from '../json.js'
import { emptyMessage, writeMessage } from '../messages.js'
import { channelPayload, messagePayload } from '../payloads.js'
import { botPermissionsIn, sumOf } from '../permissions.js'
import type { DoubleMessage, DoubleRoute, Json, Permission, RestCall, RestResponse } from '../types.js'
import type { ChannelContext, DiscordWorld } from '../world.js'
import { ApiError } from './api-error.js'
import { tooManyRequests } from './faults.js'

const NONCE_WINDOW_MS = 5 * 60_000
const RENAMES = 2
const RENAME_WINDOW_MS = 10 * 60_000
const PAGE = 50

export function channelRoutes(world: DiscordWorld): DoubleRoute[] {
  const renames = new Map<string, number[]>()
  const at = (
    method: string,
    path: string,
    needs: Permission[],
    work: (place: ChannelContext, call: RestCall, id: string) => RestResponse,
  ) => ({
    method,
    path: `/channels/:channel${path}`,
    handle: (call: RestCall, params: Record<string, string>) => {
      const place = world.place(params.channel ?? '')
      requirePermissions(place, needs)
      return work(place, call, params.message ?? '')
    },
  })
  return [
    at('GET', '', ['ViewChannel'], (place) => ok(describe(world, place))),
    at('PATCH', '', ['ViewChannel'], (place, call) => {
      if (typeof asRecord(call.body).archived === 'boolean') return openThread(world, place)
      requirePermissions(place, ['ManageChannels'])
      return changeChannel(world, renames, place, call)
    }),
    at('POST', '/messages', ['ViewChannel', 'SendMessages'], (place, call) => create(world, place, call)),
    at('GET', '/messages', ['ViewChannel'], (place, call) => ok(list(world, place, call))),
    at('GET', '/messages/:message', ['ViewChannel', 'ReadMessageHistory'], ({ channel }, _call, id) =>
      ok(messagePayload(world.message(channel.id, id))),
    ),
    at('PATCH', '/messages/:message', ['ViewChannel'], (place, call, id) => edit(world, place, call, id)),
    at('DELETE', '/messages/:message', ['ViewChannel'], (place, _call, id) => remove(world, place, id)),
  ]
}

const ok = (body: unknown): RestResponse => ({ status: 200, body })

const describe = (world: DiscordWorld, { channel, guild }: ChannelContext) =>
  channelPayload(channel, guild?.id, world.identity.bot.id)

export function requirePermissions({ channel, guild }: ChannelContext, needs: readonly Permission[]): void {
  if (!guild) return
  const has = botPermissionsIn(guild, channel)
  for (const need of needs) {
    if ((has & sumOf([need])) !== 0n) continue
    throw new ApiError(need === 'ViewChannel' ? 'missingAccess' : 'missingPermissions')
  }
}

function requireForContent(place: ChannelContext, call: RestCall): void {
  const body = asRecord(call.body)
  if (Array.isArray(body.embeds) && body.embeds.length > 0) requirePermissions(place, ['EmbedLinks'])
  if (call.files.length > 0) requirePermissions(place, ['AttachFiles'])
}

/** Who may write in a thread may open it again. */
function openThread(world: DiscordWorld, place: ChannelContext): RestResponse {
  requirePermissions(place, ['SendMessagesInThreads'])
  place.channel.archived = false
  world.announceChannel(place)
  return ok(describe(world, place))
}

function changeChannel(
  world: DiscordWorld,
  renames: Map<string, number[]>,
  place: ChannelContext,
  call: RestCall,
): RestResponse {
  const { channel } = place
  const name = asText(asRecord(call.body).name)
  if (!name || name === channel.name) return ok(describe(world, place))
  const now = world.now()
  const recent = (renames.get(channel.id) ?? []).filter((time) => now - time < RENAME_WINDOW_MS)
  const oldest = recent[0]
  if (oldest !== undefined && recent.length >= RENAMES) {
    // CHAT-9: the headers still show that calls are left.
    const visible = { 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '4', 'x-ratelimit-reset-after': '1' }
    return tooManyRequests((oldest + RENAME_WINDOW_MS - now) / 1000, 'user', visible)
  }
  renames.set(channel.id, [...recent, now])
  channel.name = name
  world.announceChannel(place)
  return ok(describe(world, place))
}

function create(world: DiscordWorld, place: ChannelContext, call: RestCall): RestResponse {
  const body = asRecord(call.body)
  const { channel } = place
  if (world.rejectsDirectMessages(channel.id)) throw new ApiError('closedToMessages')
  requireForContent(place, call)
  const nonce = body.nonce === undefined || body.nonce === null ? undefined : String(body.nonce)
  const duplicate =
    nonce !== undefined && body.enforce_nonce === true ? findDuplicate(world, channel.id, nonce) : undefined
  if (duplicate) return ok(messagePayload(duplicate))
  const message = emptyMessage(channel.id, world.identity.bot, world.now())
  message.nonce = nonce
  message.replyTo = readReference(world, place, body)
  writeMessage(world, message, { body, files: call.files })
  world.putMessage(message)
  return ok(messagePayload(message))
}

/** Without the history, Discord rejects replies; to a message that is gone, `fail_if_not_exists` decides. */
function readReference(world: DiscordWorld, place: ChannelContext, body: Json): string | undefined {
  if (!isRecord(body.message_reference)) return undefined
  const { message_id: id, fail_if_not_exists: mustExist } = body.message_reference
  if (place.guild && (botPermissionsIn(place.guild, place.channel) & sumOf(['ReadMessageHistory'])) === 0n)
    throw new ApiError('unreadableReference')
  if (world.messagesIn(place.channel.id).some((message) => message.id === String(id))) return String(id)
  if (mustExist === false) return undefined
  throw new ApiError('unknownReference')
}

const findDuplicate = (world: DiscordWorld, channelId: string, nonce: string): DoubleMessage | undefined =>
  world
    .messagesIn(channelId)
    .find((message) => message.nonce === nonce && world.now() - message.createdAt < NONCE_WINDOW_MS)

function list(world: DiscordWorld, place: ChannelContext, call: RestCall): unknown[] {
  requirePermissions(place, ['ReadMessageHistory'])
  const before = call.query.get('before')
  const after = call.query.get('after')
  const found = world
    .messagesIn(place.channel.id)
    .filter(({ id }) => !before || BigInt(id) < BigInt(before))
    .filter(({ id }) => !after || BigInt(id) > BigInt(after))
  const limit = Number(call.query.get('limit') ?? PAGE)
  return found.slice(-limit).reverse().map(messagePayload)
}

function edit(world: DiscordWorld, place: ChannelContext, call: RestCall, id: string): RestResponse {
  const message = world.message(place.channel.id, id)
  if (message.author.id !== world.identity.bot.id) throw new ApiError('notYourMessage')
  if (place.channel.archived) throw new ApiError('archivedThread')
  requireForContent(place, call)
  writeMessage(world, message, { body: asRecord(call.body), files: call.files })
  message.edits += 1
  world.putMessage(message)
  return ok(messagePayload(message))
}

function remove(world: DiscordWorld, place: ChannelContext, id: string): RestResponse {
  const message = world.message(place.channel.id, id)
  if (message.author.id !== world.identity.bot.id) requirePermissions(place, ['ManageMessages'])
  world.removeMessage(place.channel.id, id)
  return { status: 204 }
}
