// The first answer to an interaction: POST /interactions/:id/:token/callback.
import { InteractionResponseType as Answering, InteractionType, MessageFlags } from 'discord.js'
import type { Stopwatch } from '../../stopwatch.js'
import { asNumber, asRecord, asText, recordsOf } from '../json.js'
import { checkComponents, Problems } from '../message-rules.js'
import { answerMessage, writeMessage } from '../messages.js'
import { messagePayload } from '../payloads.js'
import type { InteractionHandle, SuggestedChoice } from '../people/interaction-handle.js'
import type { DoubleMessage, DoubleRoute, Json, RestCall, RestResponse, UploadedFile } from '../types.js'
import type { DiscordWorld } from '../world.js'
import { ApiError, type FormProblem, invalidForm } from './api-error.js'

export interface InteractionDeps {
  world: DiscordWorld
  interactions: Map<string, InteractionHandle>
  /** By the clock; 3 seconds of a machine with nothing else to do where it is not given. */
  answerWithinMs: number | undefined
}

/** Discord's own. */
const ANSWER_LIMIT_MS = 3_000
const MESSAGE_ANSWERS = [Answering.ChannelMessageWithSource, Answering.DeferredChannelMessageWithSource]
const UPDATES = [Answering.DeferredMessageUpdate, Answering.UpdateMessage]
const ALLOWED: Partial<Record<InteractionType, readonly Answering[]>> = {
  [InteractionType.ApplicationCommand]: [...MESSAGE_ANSWERS, Answering.Modal],
  [InteractionType.MessageComponent]: [...MESSAGE_ANSWERS, ...UPDATES, Answering.Modal],
  [InteractionType.ApplicationCommandAutocomplete]: [Answering.ApplicationCommandAutocompleteResult],
  [InteractionType.ModalSubmit]: [...MESSAGE_ANSWERS, ...UPDATES],
}

export function interactionRoutes(deps: InteractionDeps): DoubleRoute[] {
  return [
    {
      method: 'POST',
      path: '/interactions/:id/:token/callback',
      handle: (call, { id, token }) => {
        const handle = deps.interactions.get(token ?? '')
        const broken = { rule: 'unknown-interaction', detail: 'No interaction has this id and token' }
        if (!handle || handle.pushed.id !== id) throw new ApiError('unknownInteraction', broken)
        return rememberRejection(handle, () => answerFirst(deps, handle, call))
      },
    },
  ]
}

/** Records a rejection on the handle, which names it when a test waits for an answer without success. */
export function rememberRejection(handle: InteractionHandle, work: () => RestResponse): RestResponse {
  try {
    return work()
  } catch (error) {
    if (error instanceof ApiError)
      handle.rejections.push(`${error.code} ${error.message} ${error.broken?.detail ?? ''}`)
    throw error
  } finally {
    handle.notify()
  }
}

function answerFirst(
  { world, answerWithinMs }: InteractionDeps,
  handle: InteractionHandle,
  call: RestCall,
): RestResponse {
  const { pushed } = handle
  const afterMs = Math.round(pushed.stopwatch.passed())
  if (handle.firstAnswer) {
    throw new ApiError('alreadyAnswered', { rule: 'answered-twice', detail: `${pushed.label} was answered before` })
  }
  if (isLate(pushed.stopwatch, answerWithinMs)) {
    throw new ApiError('unknownInteraction', { rule: 'answered-late', detail: `${pushed.label} after ${afterMs} ms` })
  }
  const body = asRecord(call.body)
  const type = asNumber(body.type)
  const data = asRecord(body.data)
  if (!ALLOWED[pushed.type]?.includes(type)) {
    throw invalidForm([{ field: 'type', rule: 'answer-type', detail: `Type ${type} does not answer ${pushed.label}` }])
  }
  applyAnswer(world, handle, { type, data, files: call.files })
  handle.firstAnswer = { type, flags: asNumber(data.flags), afterMs }
  return call.query.get('with_response') === 'true' ? withResponse(handle) : { status: 204 }
}

const isLate = ({ elapsed, passed }: Stopwatch, answerWithinMs: number | undefined): boolean =>
  answerWithinMs === undefined ? passed() > ANSWER_LIMIT_MS : elapsed() > answerWithinMs

interface FirstData {
  type: Answering
  data: Json
  files: readonly UploadedFile[]
}

function applyAnswer(world: DiscordWorld, handle: InteractionHandle, { type, data, files }: FirstData): void {
  const { pushed } = handle
  const ephemeral = asNumber(data.flags) & MessageFlags.Ephemeral
  if (type === Answering.ApplicationCommandAutocompleteResult) handle.choices = readChoices(data)
  else if (type === Answering.Modal) handle.modal = readModal(data)
  else if (type === Answering.ChannelMessageWithSource) {
    const message = answerMessage(world, pushed)
    writeMessage(world, message, { body: data, files }, 'data.')
    publish(world, handle, message, ephemeral !== 0)
  } else if (type === Answering.DeferredChannelMessageWithSource) {
    rejectOtherFlags(asNumber(data.flags))
    const message = answerMessage(world, pushed)
    message.flags = MessageFlags.Loading | ephemeral
    handle.deferred = true
    publish(world, handle, message, ephemeral !== 0)
  } else {
    const { source } = pushed
    if (!source) throw invalidForm([{ field: 'type', rule: 'nothing-to-update', detail: 'No message to update' }])
    if (type === Answering.UpdateMessage) writeMessage(world, source, { body: data, files }, 'data.')
    handle.deferred = type === Answering.DeferredMessageUpdate
    publish(world, handle, source, (source.flags & MessageFlags.Ephemeral) !== 0)
  }
}

function publish(world: DiscordWorld, handle: InteractionHandle, message: DoubleMessage, ephemeral: boolean): void {
  handle.answerBy(message, ephemeral)
  if (!ephemeral) world.putMessage(message)
}

function rejectOtherFlags(flags: number): void {
  const others = flags & ~MessageFlags.Ephemeral
  // CHAT-2: a deferred answer takes only EPHEMERAL.
  if (others) throw invalidForm([{ field: 'data.flags', rule: 'defer-flags', detail: `Flags ${others} at a defer` }])
}

function readChoices(data: Json): SuggestedChoice[] {
  const problems = new Problems()
  const choices = recordsOf(data.choices)
  problems.count('data.choices', choices, 25)
  choices.forEach((choice, index) => {
    problems.required(`data.choices.${index}.name`, choice.name)
    problems.length(`data.choices.${index}.name`, choice.name, 100)
    problems.length(`data.choices.${index}.value`, choice.value, 100)
  })
  reject(problems.found)
  return choices as unknown as SuggestedChoice[]
}

function readModal(data: Json): Json {
  const problems = new Problems()
  problems.required('data.custom_id', data.custom_id)
  problems.length('data.custom_id', data.custom_id, 100)
  problems.required('data.title', data.title)
  problems.length('data.title', asText(data.title), 45)
  checkComponents(problems, recordsOf(data.components), 'data.components', 0)
  reject(problems.found)
  return data
}

function reject(found: readonly FormProblem[]): void {
  if (found.length > 0) throw invalidForm(found)
}

function withResponse(handle: InteractionHandle): RestResponse {
  const { pushed, firstAnswer } = handle
  const message = handle.original
  const interaction = {
    id: pushed.id,
    type: pushed.type,
    channel_id: pushed.channelId,
    ...(pushed.guildId === undefined ? {} : { guild_id: pushed.guildId }),
    ...(message ? { response_message_id: message.id, response_message_ephemeral: handle.ephemeral } : {}),
    response_message_loading: handle.deferred,
  }
  const resource = { type: firstAnswer?.type, ...(message ? { message: messagePayload(message) } : {}) }
  return { status: 200, body: { interaction, resource } }
}
