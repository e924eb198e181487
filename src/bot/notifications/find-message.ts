// Looks for a notification that may have been posted, by its idempotency key among the bot's own messages.
import { type DMChannel, type GuildTextBasedChannel, type Message, PermissionFlagsBits } from 'discord.js'
import type { LookUpResult } from '../../domain/notifications/sender.js'
import { defaultCatalog } from '../../messages/catalog.js'
import { reasonOf } from '../describe-error.js'
import { permanentReason } from '../messaging/rejections.js'

const PAGE_SIZE = 100
const MAX_PAGES = 10
/** Discord's clock and ours need not agree. */
const MARGIN_MS = 5 * 60_000

const { reasons } = defaultCatalog.notifications

/** `since`: of the first attempt that may have posted, ms. */
export async function findMessage(
  key: string,
  channel: GuildTextBasedChannel | DMChannel,
  since: number,
): Promise<LookUpResult> {
  // Without the permission, Discord shows an empty channel instead of an error.
  if (!channel.isDMBased() && !mayRead(channel)) return { result: 'unreadable', reason: reasons.unreadable }
  try {
    let before: string | undefined
    for (let page = 0; page < MAX_PAGES; page++) {
      const cursor = before === undefined ? {} : { before }
      const messages = [...(await channel.messages.fetch({ limit: PAGE_SIZE, cache: false, ...cursor })).values()]
      const found = messages.find((message) => bears(message, key))
      if (found) return { result: 'found', messageId: found.id }
      const oldest = messages.at(-1)
      const isAll = !oldest || messages.length < PAGE_SIZE || oldest.createdTimestamp < since - MARGIN_MS
      if (isAll) return { result: 'absent' }
      before = oldest.id
    }
    return { result: 'unreadable', reason: reasons.tooMuch }
  } catch (error) {
    if (permanentReason(error)) return { result: 'unreadable', reason: reasons.unreadable }
    return { result: 'failed', reason: reasons.lost(reasonOf(error)) }
  }
}

/** Whether the bot can look there for what it may have posted. */
export function mayRead(channel: GuildTextBasedChannel): boolean {
  const { me } = channel.guild.members
  return me !== null && channel.permissionsFor(me).has(PermissionFlagsBits.ReadMessageHistory)
}

const bears = ({ author, client, embeds, nonce }: Message, key: string): boolean =>
  author.id === client.user.id &&
  (nonce === key || embeds.some(({ footer }) => footer?.text.split(' ').includes(key) === true))
