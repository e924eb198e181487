// Step 6 of 7, post: sends rendered content to Discord and finds it again by its idempotency key. It calls no service:
// it returns the outcome of the post, and the delivery stores it. A crash between the two leaves the notification
// claimed: the next delivery posts it again while Discord still knows the nonce, which posts nothing twice, and later
// searches for it first.
import {
  type Client,
  DiscordAPIError,
  type DMChannel,
  type GuildTextBasedChannel,
  type MessageCreateOptions,
  RESTJSONErrorCodes,
} from 'discord.js'
import type {
  Address,
  Content,
  Destination,
  FailedPostResult,
  LookupResult,
  NotificationSender,
  PostResult,
} from '../../domain/notifications/sender.js'
import { defaultCatalog } from '../../messages/catalog.js'
import { missingIn } from '../guilds/prove-channel.js'
import { ChannelThrottle, type PostThrottle } from '../messaging/post-throttle.js'
import { DISCORD_FORMAT, findMessage, mayRead, messageOf } from './message.js'
import { notPosted, postFailure } from './post-result.js'

export interface SenderOptions {
  /** Undefined while the bot is not logged in. */
  readonly client: () => Client<true> | undefined
  readonly pace: PostThrottle
}

/** Reasons are stored and shown in lists, so they are in the default language. */
const { reasons } = defaultCatalog.notifications

export function createSender({ client, pace }: SenderOptions): NotificationSender {
  const channelPace = new ChannelThrottle()

  const post: Post = async (channel, { content, key, stop, replyTo, edited }) => {
    try {
      const message = messageOf(content, key)
      await pace.turn(stop)
      await channelPace.turn(channel.id, stop)
      if (edited !== undefined) return await edit(channel, edited, message)
      // A message that was deleted meanwhile, or that the bot may not read, gets no reply, but people still hear of the end.
      const isReply = replyTo !== undefined && (channel.isDMBased() || mayRead(channel))
      const reply = isReply ? { reply: { messageReference: replyTo, failIfNotExists: false } } : {}
      return await send(channel, { ...message, ...reply, nonce: key, enforceNonce: true })
    } catch (error) {
      return stop.aborted ? { result: 'failed', reason: reasons.stopping } : notPosted(error, reasons.unseen)
    }
  }

  return {
    isReady: () => client() !== undefined,
    open: async (address: Address) => {
      const ready = client()
      if (!ready) return { result: 'failed', reason: reasons.away }
      if ('userIds' in address) return openDirect(ready, address.userIds, post)
      return openChannel(ready, address.channelId, post)
    },
  }
}

type Channel = GuildTextBasedChannel | DMChannel
type Post = (channel: Channel, request: PostRequest) => Promise<PostResult>

interface PostRequest {
  readonly content: Content
  readonly key: string
  readonly stop: AbortSignal
  /** The message that this one replies to. */
  readonly replyTo?: string | undefined
  /** The message that is changed, instead of posting one. */
  readonly edited?: string | undefined
}

async function send(channel: Channel, message: Parameters<Channel['send']>[0]): Promise<PostResult> {
  try {
    const { id } = await channel.send(message)
    return { result: 'sent', messageId: id }
  } catch (error) {
    return postFailure(error, channel.isDMBased() ? reasons.closed : whyRejected(channel))
  }
}

/** Errors about one message only, after which other posts to the channel may still succeed. */
const NOT_EDITABLE: readonly (number | string)[] = [
  RESTJSONErrorCodes.CannotEditMessageAuthoredByAnotherUser,
  RESTJSONErrorCodes.InvalidActionOnArchivedThread,
]

async function edit(
  channel: Channel,
  messageId: string,
  { embeds = [], components = [], files = [], allowedMentions = { parse: [] } }: MessageCreateOptions,
): Promise<PostResult> {
  try {
    // Without an empty list, the pictures of the message before would stay beside the new one.
    await channel.messages.edit(messageId, { embeds, components, files, attachments: [], allowedMentions })
    return { result: 'sent', messageId }
  } catch (error) {
    if (error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownMessage)
      return { result: 'message rejected', reason: reasons.messageGone }
    if (error instanceof DiscordAPIError && NOT_EDITABLE.includes(error.code))
      return { result: 'message rejected', reason: reasons.notEditable }
    const failure = postFailure(error, channel.isDMBased() ? reasons.closed : whyRejected(channel))
    // An edit that may have been made is made again.
    return failure.result === 'unknown' ? { result: 'failed', reason: failure.reason } : failure
  }
}

async function openChannel(
  client: Client<true>,
  channelId: string,
  post: Post,
): Promise<Destination | FailedPostResult> {
  try {
    const channel = client.channels.cache.get(channelId) ?? (await client.channels.fetch(channelId))
    if (!channel || channel.isDMBased()) return { result: 'channel rejected', reason: reasons.unseen }
    if (!channel.guild.available) return { result: 'failed', reason: reasons.away }
    if (!channel.isTextBased()) return { result: 'channel rejected', reason: reasons.notPostable }
    return {
      guildId: channel.guild.id,
      language: channel.guild.preferredLocale,
      format: DISCORD_FORMAT,
      post: (content, key, stop, replyTo) => post(channel, { content, key, stop, replyTo }),
      edit: (edited, content, key, stop) => post(channel, { content, key, stop, edited }),
      find: (key, since) => findMessage(key, channel, since),
    }
  } catch (error) {
    return notPosted(error, reasons.unseen)
  }
}

/** The reason, phrased so that people know what to change. */
function whyRejected(channel: GuildTextBasedChannel): string {
  const missing = missingIn(channel, defaultCatalog)
  return missing.length === 0 ? reasons.unseen : reasons.missing(missing.join(', '))
}

/** Reaching one person is enough. */
async function openDirect(
  client: Client<true>,
  userIds: readonly string[],
  post: Post,
): Promise<Destination | FailedPostResult> {
  const channels: DMChannel[] = []
  const unreachable: FailedPostResult[] = []
  for (const userId of userIds) {
    const opened = await client.users.createDM(userId).catch((error: unknown) => notPosted(error, reasons.closed))
    if ('result' in opened) unreachable.push(opened)
    else channels.push(opened)
  }
  if (channels.length === 0) return bestOf(unreachable) ?? { result: 'channel rejected', reason: reasons.nobody }
  return {
    guildId: null,
    language: undefined,
    format: DISCORD_FORMAT,
    post: async (content, key, stop) => {
      const results: PostResult[] = [...unreachable]
      for (const channel of channels) results.push(await post(channel, { content, key, stop }))
      return bestOf(results) ?? { result: 'channel rejected', reason: reasons.nobody }
    },
    edit: async () => ({ result: 'message rejected', reason: reasons.notEditable }),
    find: async (key, since) => {
      const results: LookupResult[] = []
      for (const channel of channels) results.push(await findMessage(key, channel, since))
      return results.find(({ result }) => result === 'found') ?? { result: 'absent' }
    },
  }
}

const ORDER = ['sent', 'unknown', 'failed', 'channel rejected', 'message rejected'] as const

function bestOf<Each extends PostResult>(results: readonly Each[]): Each | undefined {
  for (const best of ORDER) {
    const found = results.find(({ result }) => result === best)
    if (found) return found
  }
  return undefined
}
