// Updates one panel: edits its message, or posts it again if somebody deleted it.
import type { Client, GuildTextBasedChannel } from 'discord.js'
import type { Panel, StopReason } from '../../domain/live-updates/panel.js'
import type { Log } from '../../domain/ports/events.js'
import type { Services } from '../../services/services.js'
import { findChannel } from '../messaging/find-channel.js'
import { guildCatalog } from '../messaging/guild-texts.js'
import { messageOwners } from '../messaging/message-owners.js'
import { nonceOf, type PostThrottle } from '../messaging/post-throttle.js'
import { isArchivedThread, isUnknownMessage, permanentReason } from '../messaging/rejections.js'
import { showName } from '../show-name.js'
import { panelMessage } from './panel-message.js'

/** The dependencies with which panels and counters are kept up to date. */
export interface LiveDeps {
  readonly client: Client<true>
  readonly services: Services
  readonly log: Log
  readonly pace: PostThrottle
  readonly stop: AbortSignal
}

type PanelMessage = ReturnType<typeof panelMessage>

const MAX_NAME_LENGTH = 80

/** `shown` is the current content of the message, if known. Returns the content after the update. */
export async function updatePanel(panel: Panel, deps: LiveDeps, shown?: string): Promise<string | undefined> {
  const { client, services, pace, stop } = deps
  try {
    const channel = await findChannel(client, panel)
    if (!channel) return shown
    const view = await services.live.view(panel)
    if (!view) return await stopPanel(panel, 'game gone', deps)
    if (!channel.isTextBased()) return await stopPanel(panel, 'channel gone', deps)
    const { catalog } = await guildCatalog(client, services, panel.guildId)
    const message = panelMessage(view, catalog)
    const next = JSON.stringify(message)
    if (next === shown) return shown
    await pace.turn(stop)
    await write(panel, channel, message, deps)
    return next
  } catch (error) {
    const reason = permanentReason(error)
    if (!reason) throw error
    return stopPanel(panel, reason, deps)
  }
}

async function write(panel: Panel, channel: GuildTextBasedChannel, message: PanelMessage, { services }: LiveDeps) {
  try {
    await editOpened(channel, panel.messageId, message)
  } catch (error) {
    if (!isUnknownMessage(error)) throw error
    // The nonce derives from the replaced message, so that a restart in between does not post twice.
    const nonce = nonceOf('panel', panel.id, panel.messageId)
    const { id } = await channel.send({ ...message, nonce, enforceNonce: true })
    await services.live.panelReposted(panel, id)
  }
}

/** A thread in which nobody writes is archived by Discord, and takes no edits until it is opened again. */
async function editOpened(channel: GuildTextBasedChannel, messageId: string, message: PanelMessage): Promise<void> {
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
  const name = await services.live.nameOf(panel)
  await messageOwners(
    deps,
    panel.guildId,
    catalog.panel.stopped(showName(name, MAX_NAME_LENGTH), `<#${panel.channelId}>`, catalog.stopReasons[reason]),
  )
}
