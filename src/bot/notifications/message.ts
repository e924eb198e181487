// Converts rendered content to a Discord message, an embed whose buttons carry the idempotency key, and searches the
// bot's own messages for a notification that may already have been posted, by that key.
import {
  AttachmentBuilder,
  ComponentType,
  type DMChannel,
  EmbedBuilder,
  type GuildTextBasedChannel,
  type Message,
  type MessageCreateOptions,
  PermissionFlagsBits,
} from 'discord.js'
import { HISTORY_PERMISSION } from '../../domain/bot-permissions.js'
import type { NotificationKind } from '../../domain/notifications/facts.js'
import type { Content, ContentTone, LookupResult, TextFormat } from '../../domain/notifications/sender.js'
import { catalogFor, defaultCatalog, type MessageCatalog } from '../../messages/catalog.js'
import type { ComponentRow } from '../command.js'
import { buttonId, readButtonId } from '../custom-id.js'
import { reasonOf } from '../describe-error.js'
import { permanentReason } from '../messaging/rejections.js'
import { NEUTRAL_COLOR, STATE_COLORS } from '../rendering/game-embed.js'
import { iconFile } from '../rendering/game-icon.js'
import { dateOf, timeOf } from '../rendering/menus.js'
import { ownAlerts, postedSteps, stepRow } from '../rendering/next-steps.js'
import { showName } from '../show-name.js'

/** Discord shows times to each person in their own time zone and language. */
export const DISCORD_FORMAT: TextFormat = {
  time: timeOf,
  date: dateOf,
  name: showName,
  channel: (channelId) => `<#${channelId}>`,
}

const FILE = 'chart.png'
/** Of a batch: Discord takes at most 100. */
const MAX_ROLES = 50

const COLORS: Readonly<Record<ContentTone, number>> = {
  good: STATE_COLORS.above,
  bad: STATE_COLORS.below,
  neutral: NEUTRAL_COLOR,
}

/** Without a key, the bot cannot find the message again: an answer that only one person sees has none. */
export function messageOf(content: Content, key?: string): MessageCreateOptions {
  const { title, text, fields = [], signature, roleId, roleIds = [], personId, chart, icon, tone, locale } = content
  const embed = new EmbedBuilder().setDescription(text).setColor(COLORS[tone]).setFooter({ text: signature })
  if (title !== undefined) embed.setTitle(title)
  if (fields.length > 0) embed.addFields([...fields])
  if (chart) embed.setImage(`attachment://${FILE}`)
  const pictures = chart ? [new AttachmentBuilder(chart.png, { name: FILE, description: chart.alt })] : []
  const roles = roleId === undefined ? roleIds.slice(0, MAX_ROLES) : [roleId]
  const icons = icon ? [iconFile(embed, icon)] : []
  return {
    ...(roles.length === 0 ? {} : { content: roles.map((id) => `<@&${id}>`).join(' ') }),
    ...(personId === undefined ? {} : { content: `<@${personId}>` }),
    embeds: [embed],
    components: rowsOf(content, key, catalogFor(locale)),
    files: [...pictures, ...icons],
    allowedMentions: {
      parse: [],
      roles,
      ...(personId === undefined ? {} : { users: [personId] }),
    },
  }
}

/** Kinds that compare a value with others, so that a button can explain the comparison. */
const EXPLAINED: readonly NotificationKind[] = [
  'alert',
  'recovery',
  'platform_drop',
  'platform_incident',
  'report_card',
  'record',
]
/** Kinds about a time that a manager can mark as expected. */
const MARKED: readonly NotificationKind[] = ['alert', 'recovery', 'report_card']

/** DISCORD-32, DISCORD-33: everybody can ask why; the second row is for those who manage the server, which is checked at the press. */
function rowsOf({ kind, gameId }: Content, key: string | undefined, catalog: MessageCatalog): ComponentRow[] {
  if (kind === 'person_alert') return [ownAlerts(key, catalog)]
  if (key === undefined || kind === 'owner') return [postedSteps(gameId, key, catalog)]
  const why = { name: 'why', id: buttonId('notify', 'why', key) } as const
  const expected = { name: 'expected', id: buttonId('notify', 'expected', key) } as const
  const mutes = [
    { name: 'muteHour', id: buttonId('notify', 'mute', 'hour', key) },
    { name: 'muteToday', id: buttonId('notify', 'mute', 'today', key) },
  ] as const
  const managing = [...(MARKED.includes(kind) ? [expected] : []), ...(gameId === undefined ? [] : mutes)]
  return [
    postedSteps(gameId, key, catalog, EXPLAINED.includes(kind) ? [why] : []),
    ...(managing.length > 0 ? [stepRow(managing, catalog)] : []),
  ]
}

const PAGE_SIZE = 100
const MAX_SEARCHED_PAGES = 10
/** Allows for a difference between Discord's clock and ours. */
const CLOCK_TOLERANCE_MS = 5 * 60_000

const { reasons } = defaultCatalog.notifications

/** `since` is the time in ms of the first attempt that may have posted. */
export async function findMessage(
  key: string,
  channel: GuildTextBasedChannel | DMChannel,
  since: number,
): Promise<LookupResult> {
  // Without the permission, Discord returns an empty history instead of an error.
  if (!channel.isDMBased() && !mayRead(channel)) return { result: 'unreadable', reason: reasons.unreadable }
  try {
    let before: string | undefined
    for (let page = 0; page < MAX_SEARCHED_PAGES; page++) {
      const cursor = before === undefined ? {} : { before }
      const messages = [...(await channel.messages.fetch({ limit: PAGE_SIZE, cache: false, ...cursor })).values()]
      const found = messages.find((message) => carriesKey(message, key))
      if (found) return { result: 'found', messageId: found.id }
      const oldest = messages.at(-1)
      const isAll = !oldest || messages.length < PAGE_SIZE || oldest.createdTimestamp < since - CLOCK_TOLERANCE_MS
      if (isAll) return { result: 'absent' }
      before = oldest.id
    }
    return { result: 'unreadable', reason: reasons.tooMuch }
  } catch (error) {
    if (permanentReason(error)) return { result: 'unreadable', reason: reasons.unreadable }
    return { result: 'failed', reason: reasons.lost(reasonOf(error)) }
  }
}

/** Whether the bot can read the history of the channel. */
export function mayRead(channel: GuildTextBasedChannel): boolean {
  const { me } = channel.guild.members
  return me !== null && channel.permissionsFor(me).has(PermissionFlagsBits[HISTORY_PERMISSION])
}

const carriesKey = ({ author, client, components, embeds, nonce }: Message, key: string): boolean =>
  author.id === client.user.id &&
  (nonce === key ||
    components.some((row) => row.type === ComponentType.ActionRow && row.components.some(hasKey(key))) ||
    // Messages of earlier versions show it in small text.
    embeds.some(({ footer }) => footer?.text.split(' ').includes(key) === true))

const hasKey =
  (key: string) =>
  ({ customId }: { readonly customId: string | null }): boolean =>
    customId !== null && readButtonId(customId)?.args.includes(key) === true
