// More players at once than ever before.
import { EmbedBuilder } from 'discord.js'
import { msOf } from '../../../domain/clock.js'
import type { RecordFacts } from '../../../domain/notifications/facts.js'
import { timeOf } from '../../showing/times.js'
import { gameName, type Renderer } from '../rendering.js'

export const record: Renderer<RecordFacts> = (rendering) => {
  const { facts, notification, words } = rendering
  const text = words.notifications.record
  const embed = new EmbedBuilder()
    .setTitle(text.title(gameName(rendering), words.number(facts.ccu)))
    .setDescription(text.text(timeOf(msOf(notification.occurredAt)), words.number(facts.previous)))
  return { embed }
}
