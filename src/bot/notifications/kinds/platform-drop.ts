// Players lost all over the platform: told once, in place of many alerts.
import { EmbedBuilder } from 'discord.js'
import { msOf } from '../../../domain/clock.js'
import type { PlatformDropFacts } from '../../../domain/notifications/facts.js'
import { showName } from '../../show-name.js'
import { timeOf } from '../../showing/times.js'
import type { Renderer, Rendering } from '../rendering.js'

const MOST_NAMES = 10
const LONGEST_NAME = 60

export const platformDrop: Renderer<PlatformDropFacts> = async (rendering) => {
  const { facts, words } = rendering
  const text = words.notifications.platformDrop
  const { fell, universes, medianDrop, since } = facts
  const told = text.text(words.number(fell), words.number(universes), words.percent(medianDrop), timeOf(msOf(since)))
  const names = await namesOf(rendering)
  const lines = names.length === 0 ? [told] : [told, text.instead(names.join(', '))]
  return { embed: new EmbedBuilder().setTitle(text.title).setDescription(lines.join('\n')) }
}

async function namesOf({ facts, account, operations, words }: Rendering<PlatformDropFacts>): Promise<string[]> {
  const games = (await operations.guildView.games(account)).filter(({ id }) => facts.gameIds.includes(id))
  const names = games.slice(0, MOST_NAMES).map(({ name }) => `**${showName(name, LONGEST_NAME)}**`)
  const more = games.length - names.length
  return more > 0 ? [...names, words.notifications.platformDrop.more(words.number(more))] : names
}
