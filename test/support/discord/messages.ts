// Applies the body and the files of a create or edit request to a message.
import { MessageFlags } from 'discord.js'
import { asNumber, asRecord, asText, isRecord, makeSnowflake, recordsOf } from './json.js'
import { checkMessage } from './message-rules.js'
import type { PushedInteraction } from './people/interaction-handle.js'
import { ApiError, invalidForm } from './rest/api-error.js'
import type { DoubleMessage, DoubleUser, Json, SentFile, UploadedFile } from './types.js'
import type { DiscordWorld } from './world.js'

export interface MessageBody {
  body: Json
  files: readonly UploadedFile[]
}

export function emptyMessage(channelId: string, author: DoubleUser, createdAt: number): DoubleMessage {
  return {
    id: makeSnowflake(),
    channelId,
    author,
    createdAt,
    content: '',
    embeds: [],
    components: [],
    attachments: [],
    flags: 0,
    allowedMentions: undefined,
    nonce: undefined,
    replyTo: undefined,
    invoker: undefined,
    edits: 0,
  }
}

/** Where the message's fields stand in the request: `data.` in an interaction's callback. */
export function writeMessage(world: DiscordWorld, message: DoubleMessage, { body, files }: MessageBody, at = ''): void {
  const flags = 'flags' in body ? keepPermanentFlags(message.flags, asNumber(body.flags)) : message.flags
  const problems = checkMessage(body, files, flags, at)
  if (problems.length > 0) throw invalidForm(problems)
  // Changes a copy first, because a rejected body must leave the message as it was.
  const draft = { ...message, flags, attachments: nextAttachments(message, { body, files }) }
  if ('content' in body) draft.content = asText(body.content)
  if ('embeds' in body) draft.embeds = recordsOf(body.embeds) as unknown as DoubleMessage['embeds']
  if ('components' in body) draft.components = recordsOf(body.components) as unknown as DoubleMessage['components']
  if (isRecord(body.allowed_mentions)) draft.allowedMentions = body.allowed_mentions
  rejectEmpty(draft, files.length)
  rejectMissingPictures(draft, files)
  draft.attachments.push(...storeFiles(world, body, files))
  Object.assign(message, draft)
}

// CHAT-2: components v2 cannot be unset; ephemeral is decided at the first answer.
function keepPermanentFlags(before: number, requestedFlags: number): number {
  const permanent = MessageFlags.IsComponentsV2 | MessageFlags.Ephemeral
  return (before & permanent) | requestedFlags
}

/** `attachments` in the body lists the old files to keep; without it all are kept. */
function nextAttachments(message: DoubleMessage, { body }: MessageBody): SentFile[] {
  if (!Array.isArray(body.attachments)) return [...message.attachments]
  const ids = new Set(recordsOf(body.attachments).map((entry) => String(entry.id)))
  return message.attachments.filter((file) => ids.has(file.id))
}

function storeFiles(world: DiscordWorld, body: Json, files: readonly UploadedFile[]): SentFile[] {
  const described = recordsOf(body.attachments)
  return files.map((file) => {
    const entry = asRecord(described.find((candidate) => String(candidate.id) === String(file.index)))
    const id = makeSnowflake()
    const filename = asText(entry.filename) || file.filename
    const description = typeof entry.description === 'string' ? entry.description : undefined
    const url = world.storeFile(id, filename, file.contentType, file.bytes)
    return { id, filename, description, contentType: file.contentType, bytes: file.bytes, url }
  })
}

function rejectEmpty(message: DoubleMessage, newFiles: number): void {
  const parts = message.embeds.length + message.components.length + message.attachments.length + newFiles
  if (message.content.trim() === '' && parts === 0) {
    throw new ApiError('emptyMessage', { rule: 'empty-message', detail: 'No content, embed, component or file' })
  }
}

/** Discord shows an empty picture and reports no error; the double rejects the message. */
function rejectMissingPictures(message: DoubleMessage, files: readonly UploadedFile[]): void {
  const names = new Set([...message.attachments, ...files].map((file) => file.filename))
  message.embeds.forEach((embed, index) => {
    for (const [part, url] of [
      ['image', embed.image?.url],
      ['thumbnail', embed.thumbnail?.url],
    ] as const) {
      const name = url?.startsWith('attachment://') ? url.slice('attachment://'.length) : undefined
      if (name === undefined || names.has(name)) continue
      const field = `embeds.${index}.${part}.url`
      throw invalidForm([{ field, rule: 'NO_SUCH_ATTACHMENT', detail: `No attachment is named ${name}` }])
    }
  })
}

/** A new message that answers an interaction, with the user who started it. */
export function answerMessage(world: DiscordWorld, { id, type, user, channelId }: PushedInteraction): DoubleMessage {
  return { ...emptyMessage(channelId, world.identity.bot, world.now()), invoker: { id, type, user } }
}
