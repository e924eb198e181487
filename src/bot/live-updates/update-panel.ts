// Updates one panel: edits its message, or posts it again if somebody deleted it.
import {
  type AttachmentBuilder,
  type Client,
  type GuildBasedChannel,
  type GuildTextBasedChannel,
  type MessageEditOptions,
  PermissionFlagsBits,
} from 'discord.js'
import { isWaitOver, MINUTE_MS } from '../../domain/clock.js'
import type { Panel, StopReason } from '../../domain/live-updates/panel.js'
import type { Log } from '../../domain/ports/events.js'
import type { Services } from '../../services/services.js'
import { findChannel } from '../messaging/find-channel.js'
import { guildCatalog } from '../messaging/guild-texts.js'
import { messageOwners } from '../messaging/message-owners.js'
import { nonceOf, type PostThrottle } from '../messaging/post-throttle.js'
import { isArchivedThread, isUnknownMessage, permanentReason } from '../messaging/rejections.js'
import type { BotChartCache } from '../rendering/pictures.js'
import { showName } from '../show-name.js'
import { type PanelContext, type PanelMessage, type PictureWish, panelMessage, panelName } from './panel-message.js'

/** The dependencies with which panels and counters are kept up to date. */
export interface LiveDeps {
  readonly client: Client<true>
  readonly services: Services
  readonly log: Log
  readonly pace: PostThrottle
  readonly pictures: BotChartCache
  readonly publicUrl: string | undefined
  readonly stop: AbortSignal
}

const MAX_NAME_LENGTH = 80
/** A picture changes little in a minute, and each new one is drawn and uploaded. */
const PICTURE_INTERVAL_MS = 10 * MINUTE_MS

/** The content of a panel's message, as far as it is known. */
export interface ShownPanel {
  readonly text: string
  /** The names of its icon and its picture. */
  readonly files: readonly string[]
  readonly picturedAt: number
}

interface PanelUpdate {
  /** The current content of the message, if known. */
  readonly current: ShownPanel | undefined
  /** Whether it is edited even without a change, to find out whether the message still exists. */
  readonly isForced: boolean
}

/** Returns the content after the update. */
export async function updatePanel(panel: Panel, update: PanelUpdate, deps: LiveDeps): Promise<ShownPanel | undefined> {
  const { client, services, pace, stop } = deps
  const { current } = update
  try {
    const channel = await findChannel(client, panel)
    if (!channel) return current
    const context = { ...deps, ...(await guildCatalog(client, services, panel.guildId)) }
    const composed = await compose(panel, pictureWish(current, channel, services.clock.now()), context, current)
    if (!composed) return await stopPanel(panel, 'game gone', deps)
    if (!channel.isTextBased()) return await stopPanel(panel, 'channel gone', deps)
    const text = JSON.stringify(composed.embed)
    if (text === current?.text && !update.isForced) return current
    await pace.turn(stop)
    const files = await write(panel, channel, composed, context)
    return files === undefined && current
      ? { ...current, text }
      : { text, files: files ?? [], picturedAt: services.clock.now() }
  } catch (error) {
    const reason = permanentReason(error)
    if (!reason) throw error
    return stopPanel(panel, reason, deps)
  }
}

/** An icon that came since cannot be added without replacing the picture too. */
async function compose(
  panel: Panel,
  wish: PictureWish,
  context: PanelContext,
  current: ShownPanel | undefined,
): Promise<PanelMessage | undefined> {
  const message = await panelMessage(panel, wish, context)
  if (message?.picture !== 'kept' || namesOf(message.icons).every((name) => current?.files.includes(name)))
    return message
  return panelMessage(panel, 'draw', context)
}

function pictureWish(current: ShownPanel | undefined, channel: GuildBasedChannel, now: number): PictureWish {
  if (!mayAttach(channel)) return 'none'
  if (!current?.files.some((name) => name.endsWith('.png'))) return 'draw'
  return isWaitOver(current.picturedAt + PICTURE_INTERVAL_MS, PICTURE_INTERVAL_MS, now) ? 'draw' : 'keep'
}

/** Without this permission, a message with a picture is rejected as a whole. */
export function mayAttach(channel: GuildBasedChannel): boolean {
  const { me } = channel.guild.members
  return me !== null && channel.permissionsFor(me).has(PermissionFlagsBits.AttachFiles)
}

/** The files of a message that has none yet. */
export const filesOf = ({ icons, picture }: PanelMessage): AttachmentBuilder[] =>
  typeof picture === 'object' ? [...icons, picture] : [...icons]

const namesOf = (files: readonly AttachmentBuilder[]): string[] => files.flatMap(({ name }) => name ?? [])

/** Returns the names of the files that the message has now; undefined if it kept those it had. */
async function write(
  panel: Panel,
  channel: GuildTextBasedChannel,
  message: PanelMessage,
  context: PanelContext,
): Promise<readonly string[] | undefined> {
  const [embeds, files] = [[message.embed], filesOf(message)]
  const isKept = message.picture === 'kept'
  try {
    // The empty list of kept attachments makes the new files replace those of before instead of adding to them.
    await editOpened(channel, panel.messageId, isKept ? { embeds } : { embeds, files, attachments: [] })
    return isKept ? undefined : namesOf(files)
  } catch (error) {
    if (!isUnknownMessage(error)) throw error
    const full = (isKept ? await panelMessage(panel, 'draw', context) : undefined) ?? message
    return await post(panel, channel, full, context)
  }
}

async function post(
  panel: Panel,
  channel: GuildTextBasedChannel,
  message: PanelMessage,
  { services }: PanelContext,
): Promise<readonly string[]> {
  const files = filesOf(message)
  // The nonce derives from the replaced message, so that a restart in between does not post twice.
  const nonce = nonceOf('panel', panel.id, panel.messageId)
  const { id } = await channel.send({ embeds: [message.embed], files, nonce, enforceNonce: true })
  await services.live.panelReposted(panel, id)
  return namesOf(files)
}

/** A thread in which nobody writes is archived by Discord, and takes no edits until it is opened again. */
async function editOpened(
  channel: GuildTextBasedChannel,
  messageId: string,
  message: MessageEditOptions,
): Promise<void> {
  try {
    await channel.messages.edit(messageId, message)
  } catch (error) {
    if (!channel.isThread() || !isArchivedThread(error)) throw error
    await channel.setArchived(false)
    await channel.messages.edit(messageId, message)
  }
}

async function stopPanel(panel: Panel, reason: StopReason, deps: LiveDeps): Promise<undefined> {
  const { client, services, log } = deps
  if (!(await services.live.stopPanel(panel, reason))) return
  log.warn({ channelId: panel.channelId, reason }, 'Stopped updating a panel.')
  const { catalog } = await guildCatalog(client, services, panel.guildId)
  const name = showName(await panelName(panel, services, catalog), MAX_NAME_LENGTH)
  const text = catalog.panel.stopped(name, `<#${panel.channelId}>`, catalog.stopReasons[reason])
  await messageOwners(deps, panel.guildId, text)
}
