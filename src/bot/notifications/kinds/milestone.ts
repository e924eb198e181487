// A round number passed, or several that were passed while nobody looked.
import { EmbedBuilder } from 'discord.js'
import { msOf } from '../../../domain/clock.js'
import type { MilestoneFacts } from '../../../domain/notifications/facts.js'
import { nextMilestone } from '../../../domain/rules/milestones.js'
import { timeOf } from '../../showing/times.js'
import { gameName, type Renderer, type Rendering } from '../rendering.js'

type Crossing = MilestoneFacts['crossings'][number]

export const milestone: Renderer<MilestoneFacts> = (rendering) => {
  const { facts, words } = rendering
  const text = words.notifications.milestone
  const name = gameName(rendering)
  const what = ({ metric, rung }: Crossing): string => words.notifications.counted[metric](words.number(rung))
  const [only, ...others] = facts.crossings
  const embed = new EmbedBuilder()
  if (only && others.length === 0) {
    const [now, next] = [text.now(words.number(only.count)), text.next(nextOf(only, rendering))]
    return {
      embed: embed
        .setTitle(text.one(name, what(only)))
        .setDescription(`${capital(whenOf(only, rendering))}.\n${now} ${next}`),
    }
  }
  const lines = facts.crossings.map((crossing) => text.line(what(crossing), whenOf(crossing, rendering)))
  return { embed: embed.setTitle(text.several(name, words.number(lines.length))).setDescription(lines.join('\n')) }
}

function whenOf({ between }: Crossing, { notification, words }: Rendering): string {
  const text = words.notifications.milestone
  if (!between) return text.at(timeOf(msOf(notification.occurredAt)))
  return text.between(timeOf(msOf(between.from)), timeOf(msOf(between.until)))
}

const nextOf = ({ metric, count }: Crossing, { words }: Rendering): string =>
  words.notifications.counted[metric](words.number(nextMilestone(count)))

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
