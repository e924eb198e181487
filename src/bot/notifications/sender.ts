// Step 6 of 7, post: sends rendered content to Discord and finds it again by its idempotency key. It calls no service:
// it returns the outcome of the post, and the delivery stores it. A crash between the two leaves the notification
// claimed: the next delivery posts it again while Discord still knows the nonce, which posts nothing twice, and later
// searches for it first.
import {
  ChannelFlags,
  type Client,
  DiscordAPIError,
  type DMChannel,
  type ForumChannel,
  type GuildTextBasedChannel,
  type MessageCreateOptions,
  RESTJSONErrorCodes,
  ThreadAutoArchiveDuration,
} from 'discord.js'
import type {
  Address,
  Content,
  Destination,
  FailedPostResult,
  LookupResult,
  NotificationSender,
  PostForm,
  PostResult,
} from '../../domain/notifications/sender.js'
import { defaultCatalog } from '../../messages/catalog.js'
import { missingIn } from '../guilds/test-channel.js'
import type { SenderPlaces } from '../messaging/places.js'
import { notPosted, postFailure } from '../messaging/post-result.js'
import { ChannelThrottle, type PostThrottle } from '../messaging/post-throttle.js'
import { beginThread, findThread, isForum, isThreadParent, PublishLimit, titleOf } from '../messaging/threads.js'
import { DISCORD_FORMAT, findMessage, mayRead, messageOf } from './message.js'

export interface SenderOptions {
  readonly places: SenderPlaces
  readonly pace: PostThrottle
}

/** Above this number, channels that Discord did not show are looked up again. */
const MAX_UNSEEN_CHANNELS = 1_000

/** Reasons are stored and shown in lists, so they are in the default language. */
const { reasons } = defaultCatalog.notifications

export function createSender({ places, pace }: SenderOptions): NotificationSender {
  const channelPace = new ChannelThrottle()

  const threads = new Map<string, string>()
  const published = new PublishLimit()
  const unseen = new Set<string>()

  const post: Post = async (channel, { content, key, stop, replyTo, edited, isPublished = false }) => {
    try {
      const message = messageOf(content, key)
      await pace.turn(stop)
      await channelPace.turn(channel.id, stop)
      if (edited !== undefined) return await edit(channel, edited, message, places)
      // A message that was deleted meanwhile, or that the bot may not read, gets no reply, but people still hear of the end.
      const isReply = replyTo !== undefined && (channel.isDMBased() || mayRead(channel))
      const reply = isReply ? { reply: { messageReference: replyTo, failIfNotExists: false } } : {}
      const sent = await send(channel, { ...message, ...reply, nonce: key, enforceNonce: true }, places)
      if (isPublished && sent.result === 'sent') await published.publish(channel, sent.messageId)
      return sent
    } catch (error) {
      return stop.aborted ? { result: 'failed', reason: reasons.stopping } : notPosted(error, reasons.unseen)
    }
  }

  return {
    isReady: () => places.client() !== undefined,
    isForum: (channelId) => {
      const channel = places.known(channelId)
      if (channel === undefined) return places.isComplete || unseen.has(channelId) ? false : undefined
      return isForum(channel)
    },
    learn: async (channelId) => {
      const ready = places.client()
      // Where Discord does not say, it counts as no forum, and the post itself finds out why.
      const channel = await (ready && places.find(ready, channelId).catch(() => undefined))
      if (unseen.size > MAX_UNSEEN_CHANNELS) unseen.clear()
      if (channel) unseen.delete(channelId)
      else unseen.add(channelId)
    },
    isMember: places.isMember,
    open: async (address: Address, form?: PostForm) => {
      const ready = places.client()
      if (!ready) return { result: 'failed', reason: reasons.away }
      if ('userIds' in address) return openDirect(ready, address.userIds, post)
      const turn = (stop: AbortSignal) => pace.turn(stop)
      return openChannel(ready, address.channelId, { places, post, form, threads, turn })
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
  readonly isPublished?: boolean
}

async function send(channel: Channel, message: MessageCreateOptions, places: SenderPlaces): Promise<PostResult> {
  try {
    const { id } = await channel.send(message)
    return { result: 'sent', messageId: id }
  } catch (error) {
    const { reply, ...alone } = message
    // The right to read the history may have been taken since that was looked up.
    if (reply !== undefined && isUnreadableReference(error)) return send(channel, alone, places)
    return postFailure(error, await rejectionReason(channel, places))
  }
}

const isUnreadableReference = (error: unknown): boolean =>
  error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.CannotReplyWithoutPermissionToReadMessageHistory

/** Errors about one message only, after which other posts to the channel may still succeed. */
const NOT_EDITABLE: readonly (number | string)[] = [
  RESTJSONErrorCodes.CannotEditMessageAuthoredByAnotherUser,
  RESTJSONErrorCodes.InvalidActionOnArchivedThread,
]

async function edit(
  channel: Channel,
  messageId: string,
  { embeds = [], components = [], files = [], allowedMentions = { parse: [] } }: MessageCreateOptions,
  places: SenderPlaces,
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
    const failure = postFailure(error, await rejectionReason(channel, places))
    // An edit that may have been made is made again.
    return failure.result === 'unknown' ? { result: 'failed', reason: failure.reason } : failure
  }
}

async function openChannel(
  client: Client<true>,
  channelId: string,
  { places, post, form, threads, turn }: ChannelPosting,
): Promise<Destination | FailedPostResult> {
  try {
    const channel = await places.find(client, channelId)
    if (!channel || channel.isDMBased()) return { result: 'channel rejected', reason: reasons.unseen }
    const { guild } = channel
    if (!guild.available) return { result: 'failed', reason: reasons.away }
    const about = { guildId: guild.id, language: guild.preferredLocale, format: DISCORD_FORMAT }
    const inChannel = (place: GuildTextBasedChannel): Destination => ({
      ...about,
      post: (content, key, stop, replyTo) =>
        post(place, { content, key, stop, replyTo, isPublished: form?.isPublished === true }),
      edit: (edited, content, key, stop) => post(place, { content, key, stop, edited }),
      find: (key, since) => findMessage(key, place, since),
    })
    if (form !== undefined && isForum(channel)) {
      const thread = await findThread(channel, form.threadName, threads)
      return thread ? inChannel(thread) : { ...about, ...inNewPost(channel, form.threadName, turn) }
    }
    if (form?.inThreads === true && isThreadParent(channel)) {
      return inChannel(
        (await findThread(channel, form.threadName, threads)) ?? (await beginThread(channel, form.threadName)),
      )
    }
    return channel.isTextBased() ? inChannel(channel) : { result: 'channel rejected', reason: reasons.notPostable }
  } catch (error) {
    return notPosted(error, reasons.unseen)
  }
}

interface ChannelPosting {
  readonly places: SenderPlaces
  readonly post: Post
  readonly form: PostForm | undefined
  /** The threads of games that were found before. */
  readonly threads: Map<string, string>
  readonly turn: (stop: AbortSignal) => Promise<void>
}

/** A forum in which the game has no thread yet: the post begins it, with a tag where one is required. */
export function inNewPost(
  forum: ForumChannel,
  name: string,
  turn: (stop: AbortSignal) => Promise<void>,
): Pick<Destination, 'post' | 'edit' | 'find'> {
  return {
    post: async (content, key, stop) => {
      try {
        await turn(stop)
      } catch {
        return { result: 'failed', reason: reasons.stopping }
      }
      const tags = requiredTags(forum)
      if (tags === undefined) return { result: 'channel rejected', reason: reasons.noTag }
      try {
        const {
          embeds,
          components,
          files,
          allowedMentions,
          content: text,
        }: MessageCreateOptions = messageOf(content, key)
        const message = { embeds, components, files, allowedMentions, ...(text === undefined ? {} : { content: text }) }
        const threadOptions = {
          name: titleOf(name),
          autoArchiveDuration: ThreadAutoArchiveDuration.OneWeek,
          appliedTags: tags,
        }
        // The first message of a thread in a forum has the id of the thread.
        const { id } = await forum.threads.create({ ...threadOptions, message: message as MessageCreateOptions })
        return { result: 'sent', messageId: id }
      } catch (error) {
        return postFailure(error, reasons.forum)
      }
    },
    edit: async () => ({ result: 'message rejected', reason: reasons.messageGone }),
    find: async () => ({ result: 'absent' }),
  }
}

/** The first tag that everybody may use, where a post needs one; undefined where there is none. */
function requiredTags({ flags, availableTags }: ForumChannel): string[] | undefined {
  if (!flags.has(ChannelFlags.RequireTag)) return []
  const tag = availableTags.find(({ moderated }) => !moderated)
  return tag && [tag.id]
}

/** The reason, phrased so that people know what to change. */
async function rejectionReason(channel: Channel, places: SenderPlaces): Promise<string> {
  if (channel.isDMBased()) return reasons.closed
  await places.refresh(channel.id)
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
