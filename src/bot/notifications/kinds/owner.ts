// What the owners of an account are told in private about its notifications.
import { EmbedBuilder } from 'discord.js'
import type { OwnerFacts } from '../../../domain/notifications/facts.js'
import { gameName, type Renderer } from '../rendering.js'

export const owner: Renderer<OwnerFacts> = (rendering) => {
  const { facts, words } = rendering
  const { owner: text } = words.notifications
  const tell = facts.what === 'uncertain' ? text.uncertain : text.paused
  return { embed: new EmbedBuilder().setDescription(tell(gameName(rendering), `<#${facts.channelId}>`, facts.reason)) }
}
