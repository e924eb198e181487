// /goal: the next round numbers of a game, and when they may be reached, as honestly as the recent past allows.
import { EmbedBuilder, SlashCommandBuilder } from 'discord.js'
import { completeGame, everywhere, gameOption } from '../src/bot/asking/options.js'
import { requireGame } from '../src/bot/asking/require-game.js'
import type { Command, Context } from '../src/bot/command.js'
import { showName } from '../src/bot/show-name.js'
import { ago, dateOf } from '../src/bot/showing/times.js'
import { DAY_MINUTES, MINUTE_MS, type Minute, msOf } from '../src/domain/clock.js'
import type { Arrival } from '../src/domain/rules/milestones.js'
import type { Milestone } from '../src/operations/reading/expect-milestones.js'
import { defaultWords, type MessageCatalog } from '../src/words/words.js'

const LONGEST_NAME = 80
const DAY_MS = DAY_MINUTES * MINUTE_MS
/** Further ahead, no pace of a few weeks says anything. */
const FARTHEST_YEARS = 10
const FARTHEST_DAYS = FARTHEST_YEARS * 365

const data = everywhere(
  new SlashCommandBuilder().setName('goal').setDescription(defaultWords.goal.command),
).addStringOption(gameOption)

function wayOf({ current, next, arrival }: Milestone, asOf: Minute, { words, operations }: Context): string {
  if (current === null || next === null) return words.goal.unknown
  const way = words.goal.way(words.number(current), words.number(next), words.number(next - current))
  // What lies in the past by a sample that has grown old cannot be before now.
  const after = (days: number): string => dateOf(Math.max(msOf(asOf) + days * DAY_MS, operations.clock.now()))
  return `${way}\n${arrivalOf(arrival, after, words)}`
}

function arrivalOf(arrival: Arrival, after: (days: number) => string, words: MessageCatalog): string {
  if (arrival.kind === 'too little data') return words.goal.tooLittleData
  if (arrival.kind === 'not growing') return words.goal.notGrowing
  const { earliest, latest } = arrival
  if (earliest > FARTHEST_DAYS) return words.goal.farAway(words.number(FARTHEST_YEARS))
  const first = after(earliest)
  if (latest === null || latest > FARTHEST_DAYS) return words.goal.notBefore(first)
  const last = after(latest)
  // Within a day, two dates would look like a contradiction.
  return latest - earliest < 1 ? words.goal.around(last) : words.goal.between(first, last)
}

export default {
  data,

  async execute(interaction, context) {
    const { words, operations } = context
    const { account, game } = await requireGame(interaction, context)
    const { milestones, asOf } = await operations.expectMilestones(account, game)
    const embed = new EmbedBuilder()
      .setTitle(words.goal.title(showName(game.name, LONGEST_NAME)))
      .setDescription([words.asOf(ago(msOf(asOf))), words.goal.basis].join('\n'))
      .addFields(
        milestones.map((milestone) => ({
          name: words.goal.counters[milestone.counter],
          value: wayOf(milestone, asOf, context),
        })),
      )
    return { embeds: [embed] }
  },

  autocomplete: completeGame,
} satisfies Command
