// /goal: the next round numbers of a game, and when they may be reached at the recent pace.
import { EmbedBuilder, SlashCommandBuilder } from 'discord.js'
import type { Command, Context } from '../src/bot/command.js'
import { completeGame, everywhere, gameOption } from '../src/bot/input/options.js'
import { requireGame } from '../src/bot/input/require-game.js'
import { ago, dateOf } from '../src/bot/rendering/menus.js'
import { showName } from '../src/bot/show-name.js'
import { DAY_MINUTES, MINUTE_MS, type Minute, msOf } from '../src/domain/clock.js'
import type { Arrival } from '../src/domain/rules/milestones.js'
import { defaultCatalog, type MessageCatalog } from '../src/messages/catalog.js'
import type { Milestone } from '../src/services/reading/expect-milestones.js'

const MAX_NAME_LENGTH = 80
const DAY_MS = DAY_MINUTES * MINUTE_MS
/** The pace of a few weeks does not support a longer forecast. */
const FARTHEST_YEARS = 10
const FARTHEST_DAYS = FARTHEST_YEARS * 365

const data = everywhere(
  new SlashCommandBuilder().setName('goal').setDescription(defaultCatalog.goal.command),
).addStringOption(gameOption)

function wayOf({ current, next, arrival }: Milestone, asOf: Minute, { catalog, services }: Context): string {
  if (current === null || next === null) return catalog.goal.unknown
  const way = catalog.goal.way(catalog.number(current), catalog.number(next), catalog.number(next - current))
  // An old sample can put the date in the past, so it is clamped to now.
  const after = (days: number): string => dateOf(Math.max(msOf(asOf) + days * DAY_MS, services.clock.now()))
  return `${way}\n${arrivalOf(arrival, after, catalog)}`
}

function arrivalOf(arrival: Arrival, after: (days: number) => string, catalog: MessageCatalog): string {
  if (arrival.kind === 'too little data') return catalog.goal.tooLittleData
  if (arrival.kind === 'not growing') return catalog.goal.notGrowing
  const { earliest, latest } = arrival
  if (earliest > FARTHEST_DAYS) return catalog.goal.farAway(catalog.number(FARTHEST_YEARS))
  const first = after(earliest)
  if (latest === null || latest > FARTHEST_DAYS) return catalog.goal.notBefore(first)
  const last = after(latest)
  // Within a day, two dates would look contradictory.
  return latest - earliest < 1 ? catalog.goal.around(last) : catalog.goal.between(first, last)
}

export default {
  data,

  async execute(interaction, context) {
    const { catalog, services } = context
    const { account, game } = await requireGame(interaction, context)
    const { milestones, asOf } = await services.expectMilestones(account, game)
    const embed = new EmbedBuilder()
      .setTitle(catalog.goal.title(showName(game.name, MAX_NAME_LENGTH)))
      .setDescription([catalog.asOf(ago(msOf(asOf))), catalog.goal.basis].join('\n'))
      .addFields(
        milestones.map((milestone) => ({
          name: catalog.goal.counters[milestone.counter],
          value: wayOf(milestone, asOf, context),
        })),
      )
    return { embeds: [embed] }
  },

  autocomplete: completeGame,
} satisfies Command
