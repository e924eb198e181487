// Routes of an interaction's webhook: edits and deletions of the first answer, and follow-ups.
import { MessageFlags } from 'discord.js'
import { asNumber, asRecord } from '../json.js'
import { answerMessage, writeMessage } from '../messages.js'
import { messagePayload } from '../payloads.js'
import type { InteractionHandle } from '../people/interaction-handle.js'
import type { DoubleMessage, DoubleRoute, RestCall, RestResponse } from '../types.js'
import type { DiscordWorld } from '../world.js'
import { ApiError } from './api-error.js'
import { type InteractionDeps, rememberRejection } from './interaction-routes.js'

const TOKEN_LIVES_MS = 15 * 60_000
const MESSAGE = '/webhooks/:application/:token/messages/:message'

export function webhookRoutes(deps: InteractionDeps): DoubleRoute[] {
  const { world } = deps
  const route = (
    method: string,
    path: string,
    work: (handle: InteractionHandle, call: RestCall, id: string) => RestResponse,
  ) => ({
    method,
    path,
    handle: (call: RestCall, params: Record<string, string>) => {
      const handle = findAnswered(deps, params.token ?? '')
      return rememberRejection(handle, () => work(handle, call, params.message ?? ''))
    },
  })
  return [
    route('GET', MESSAGE, (handle, _call, id) => ok(pick(handle, id))),
    route('PATCH', MESSAGE, (handle, call, id) => ok(edit(world, handle, pick(handle, id), call))),
    route('DELETE', MESSAGE, (handle, _call, id) => remove(world, handle, pick(handle, id))),
    route('POST', '/webhooks/:application/:token', (handle, call) => ok(followUp(world, handle, call))),
  ]
}

const ok = (message: DoubleMessage): RestResponse => ({ status: 200, body: messagePayload(message) })

function findAnswered({ world, interactions }: InteractionDeps, token: string): InteractionHandle {
  const handle = interactions.get(token)
  if (!handle) throw new ApiError('unknownWebhook')
  const age = world.now() - handle.pushed.madeAt
  if (age > TOKEN_LIVES_MS) {
    throw new ApiError('tokenExpired', { rule: 'token-expired', detail: `${handle.pushed.label} after 15 min` })
  }
  if (!handle.firstAnswer) {
    handle.rejections.push('10015 Unknown Webhook')
    throw new ApiError('unknownWebhook', { rule: 'follow-up-before-answer', detail: handle.pushed.label })
  }
  return handle
}

function pick(handle: InteractionHandle, id: string): DoubleMessage {
  const original = handle.deleted ? undefined : handle.original
  const message = id === '@original' ? original : [original, ...handle.followUps].find((known) => known?.id === id)
  if (!message) throw new ApiError('unknownMessage')
  return message
}

function edit(world: DiscordWorld, handle: InteractionHandle, message: DoubleMessage, call: RestCall): DoubleMessage {
  writeMessage(world, message, { body: asRecord(call.body), files: call.files })
  message.flags &= ~MessageFlags.Loading
  message.edits += 1
  if (message.id === handle.original?.id) handle.edits += 1
  if (!(message.flags & MessageFlags.Ephemeral)) world.putMessage(message)
  return message
}

function followUp(world: DiscordWorld, handle: InteractionHandle, call: RestCall): DoubleMessage {
  const { original } = handle
  if (original && !handle.deleted && original.flags & MessageFlags.Loading) {
    // CHAT-14: Discord lets it edit the loading message, and calls that deprecated.
    handle.rejections.push('a follow-up right after a defer: use editReply')
    return edit(world, handle, original, call)
  }
  const body = asRecord(call.body)
  const message = answerMessage(world, handle.pushed)
  writeMessage(world, message, { body, files: call.files })
  handle.followUps.push(message)
  if (!(asNumber(body.flags) & MessageFlags.Ephemeral)) world.putMessage(message)
  return message
}

function remove(world: DiscordWorld, handle: InteractionHandle, message: DoubleMessage): RestResponse {
  if (message.id === handle.original?.id) handle.deleted = true
  const index = handle.followUps.indexOf(message)
  if (index >= 0) handle.followUps.splice(index, 1)
  if (!(message.flags & MessageFlags.Ephemeral)) world.removeMessage(message.channelId, message.id)
  return { status: 204 }
}
