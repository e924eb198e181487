// Where a channel has a thread for each game: finding it and beginning it. Nothing is stored: a thread is found again by
// its name among those that the bot began, also after a crash. And the publication of posts in announcement channels, within Discord's limit.
import {
  type AnyThreadChannel,
  type Channel,
  ChannelType,
  type ForumChannel,
  type NewsChannel,
  type TextChannel,
  ThreadAutoArchiveDuration,
} from 'discord.js'
import { HOUR_MS } from '../../domain/clock.js'
import { plainName } from '../show-name.js'

type ThreadParent = TextChannel | NewsChannel

const MAX_THREAD_NAME_LENGTH = 100
const MAX_ARCHIVED = 100
/** Above this number, the threads that were found are looked up again. */
const MAX_KNOWN_THREADS = 1_000

export const isForum = (channel: Channel): channel is ForumChannel => channel.type === ChannelType.GuildForum

export const isThreadParent = (channel: Channel): channel is ThreadParent =>
  channel.type === ChannelType.GuildText || channel.type === ChannelType.GuildAnnouncement

export const titleOf = (name: string): string => plainName(name, MAX_THREAD_NAME_LENGTH)

/** The open or archived thread of that name that the bot began. */
export async function findThread(
  parent: ForumChannel | ThreadParent,
  name: string,
  known: Map<string, string>,
): Promise<AnyThreadChannel | undefined> {
  const title = titleOf(name)
  const key = `${parent.id} ${title}`
  const isOurs = (thread: AnyThreadChannel): boolean =>
    thread.parentId === parent.id && thread.ownerId === parent.client.user.id && thread.name === title
  const remembered = known.get(key)
  const cached = remembered === undefined ? undefined : parent.threads.cache.get(remembered)
  if (cached && isOurs(cached as AnyThreadChannel)) return cached as AnyThreadChannel
  const active = await parent.threads.fetchActive(false)
  const open = active.threads.find(isOurs)
  const found = open ?? (await parent.threads.fetchArchived({ limit: MAX_ARCHIVED }, false)).threads.find(isOurs)
  if (known.size >= MAX_KNOWN_THREADS) known.clear()
  if (found) known.set(key, found.id)
  return found
}

/** A crash right after it leaves an empty thread, which the next attempt finds. */
export const beginThread = async (parent: ThreadParent, name: string): Promise<AnyThreadChannel> =>
  parent.threads.create({ name: titleOf(name), autoArchiveDuration: ThreadAutoArchiveDuration.OneWeek })

/** CHAT-15: in an hour, in each channel. Beyond it, the client would wait for the hour to end. */
const MAX_PUBLISHED = 10

export class PublishLimit {
  readonly #published = new Map<string, number[]>()

  /** A post that cannot be published stays posted. Never rejects. */
  async publish(channel: Channel, messageId: string | null): Promise<void> {
    if (channel.type !== ChannelType.GuildAnnouncement || messageId === null) return
    const now = Date.now()
    const recent = (this.#published.get(channel.id) ?? []).filter((at) => now - at < HOUR_MS)
    if (recent.length >= MAX_PUBLISHED) return
    this.#published.set(channel.id, [...recent, now])
    await channel.messages.crosspost(messageId).catch(() => undefined)
  }
}
