// Looks for a notification that may have been posted, by its mark among the bot's own messages.
import { type DMChannel, type GuildTextBasedChannel, type Message, PermissionFlagsBits } from 'discord.js'
import type { Found } from '../../domain/notifications/sender.js'
import type { Words } from '../../words/words.js'
import { reasonOf } from '../describe-error.js'
import { permanentReason } from '../posting/refusals.js'

const PAGE = 100
const MOST_PAGES = 10
/** Discord's clock and ours need not agree. */
const MARGIN_MS = 5 * 60_000

/** `since`: of the first attempt that may have posted, ms. */
export async function lookFor(
  mark: string,
  channel: GuildTextBasedChannel | DMChannel,
  since: number,
  { refusals }: Words['notifications'],
): Promise<Found> {
  // Without the permission, Discord shows an empty channel instead of refusing.
  if (!channel.isDMBased() && !mayRead(channel)) return { outcome: 'unreadable', reason: refusals.unreadable }
  try {
    let before: string | undefined
    for (let page = 0; page < MOST_PAGES; page++) {
      const cursor = before === undefined ? {} : { before }
      const messages = [...(await channel.messages.fetch({ limit: PAGE, cache: false, ...cursor })).values()]
      const found = messages.find((message) => bears(message, mark))
      if (found) return { outcome: 'found', messageId: found.id }
      const oldest = messages.at(-1)
      if (!oldest || messages.length < PAGE || oldest.createdTimestamp < since - MARGIN_MS) return { outcome: 'absent' }
      before = oldest.id
    }
    return { outcome: 'unreadable', reason: refusals.tooMuch }
  } catch (error) {
    if (permanentReason(error)) return { outcome: 'unreadable', reason: refusals.unreadable }
    return { outcome: 'failed', reason: refusals.lost(reasonOf(error)) }
  }
}

/** Whether the bot can look there for what it may have posted. */
export function mayRead(channel: GuildTextBasedChannel): boolean {
  const { me } = channel.guild.members
  return me !== null && channel.permissionsFor(me).has(PermissionFlagsBits.ReadMessageHistory)
}

const bears = ({ author, client, embeds, nonce }: Message, mark: string): boolean =>
  author.id === client.user.id &&
  (nonce === mark || embeds.some(({ footer }) => footer?.text.split(' ').includes(mark) === true))
