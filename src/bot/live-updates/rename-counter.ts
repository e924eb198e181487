// Updates one counter: renames its channel if the number has changed and the rate limit allows it.
import { RateLimitError, Routes } from 'discord.js'
import type { ChannelCounter } from '../../domain/live-updates/counter.js'
import type { StopReason } from '../../domain/live-updates/panel.js'
import { findChannel } from '../messaging/find-channel.js'
import { guildCatalog } from '../messaging/guild-texts.js'
import { messageOwners } from '../messaging/message-owners.js'
import { permanentReason } from '../messaging/rejections.js'
import { showName } from '../show-name.js'
import { counterName } from './counter-name.js'
import type { LiveDeps } from './update-panel.js'

const MAX_NAME_LENGTH = 80

export type RenameResult = 'renamed' | 'unchanged' | 'later' | 'unmeasured'

/** Throws the errors of Discord. */
export async function renameCounter(
  counter: ChannelCounter,
  { client, services }: Pick<LiveDeps, 'client' | 'services'>,
  turn: () => Promise<void> = async () => undefined,
): Promise<RenameResult | StopReason> {
  const channel = await findChannel(client, counter)
  if (!channel) return 'later'
  const view = await services.live.view(counter)
  if (!view) return 'game gone'
  const { catalog } = await guildCatalog(client, services, counter.guildId)
  const name = counterName(view, counter, channel, catalog)
  if (name === undefined) return 'unmeasured'
  // Discord may normalize a name, so a name that was set before is not set again.
  if (name === channel.name || name === counter.name) return 'unchanged'
  if (!(await services.live.takeRename(counter))) return 'later'
  await turn()
  try {
    await client.rest.patch(Routes.channel(counter.channelId), { body: { name } })
  } catch (error) {
    // Renames by others count toward the same rate limit.
    if (error instanceof RateLimitError) return 'later'
    throw error
  }
  await services.live.counterRenamed(counter, name)
  return 'renamed'
}

/** Renames in the background: a counter that cannot continue is stopped, and its owners are notified. */
export async function updateCounter(counter: ChannelCounter, deps: LiveDeps): Promise<void> {
  try {
    const outcome = await renameCounter(counter, deps, () => deps.pace.turn(deps.stop))
    if (outcome === 'game gone') await stopCounter(counter, outcome, deps)
  } catch (error) {
    const reason = permanentReason(error)
    if (!reason) throw error
    await stopCounter(counter, reason, deps)
  }
}

async function stopCounter(counter: ChannelCounter, reason: StopReason, deps: LiveDeps): Promise<void> {
  const { client, services, log } = deps
  const { channelId, guildId } = counter
  if (!(await services.live.stopCounter(counter, reason))) return
  log.warn({ channelId, reason }, 'Stopped updating a counter.')
  const { catalog } = await guildCatalog(client, services, guildId)
  const name = showName(await services.live.nameOf(counter), MAX_NAME_LENGTH)
  await messageOwners(deps, guildId, catalog.counter.stopped(name, `<#${channelId}>`, catalog.stopReasons[reason]))
}
