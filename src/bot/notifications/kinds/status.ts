// A game hidden, gone or back; numbers that stopped coming, and came again.
import { EmbedBuilder } from 'discord.js'
import { msOf } from '../../../domain/clock.js'
import type { StatusFacts } from '../../../domain/notifications/facts.js'
import { timeOf } from '../../showing/times.js'
import { gameName, type Renderer } from '../rendering.js'

export const status: Renderer<StatusFacts> = (rendering) => {
  const { facts, notification, words } = rendering
  const { what, since, until, reason } = facts
  const text = words.notifications.status
  const lines = [
    text.text[what](timeOf(msOf(since)), timeOf(msOf(until ?? notification.occurredAt))),
    ...(reason === null ? [] : [text.reason[reason]]),
  ]
  return { embed: new EmbedBuilder().setTitle(text.title[what](gameName(rendering))).setDescription(lines.join('\n')) }
}
