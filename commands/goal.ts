// /goal: the next round numbers of a game, and when they may be reached at the recent pace.
import { EmbedBuilder, SlashCommandBuilder } from 'discord.js'
import type { Command, Context } from '../src/bot/command.js'
import { completeGame, everywhere, gameOption } from '../src/bot/input/options.js'
import { requireGame } from '../src/bot/input/require-game.js'
import { ago, dateOf } from '../src/bot/rendering/menus.js'
import { showName } from '../src/bot/show-name.js'
import { type Minute, msOf } from '../src/domain/clock.js'
import { arrivalText } from '../src/messages/arrival.js'
import { defaultCatalog } from '../src/messages/catalog.js'
import type { Milestone } from '../src/services/reading/expect-milestones.js'

const MAX_NAME_LENGTH = 80

const data = everywhere(
  new SlashCommandBuilder().setName('goal').setDescription(defaultCatalog.goal.command),
).addStringOption(gameOption)

function wayOf({ current, next, arrival }: Milestone, asOf: Minute, { catalog, services }: Context): string {
  if (current === null || next === null) return catalog.goal.unknown
  const way = catalog.goal.way(catalog.number(current), catalog.number(next), catalog.number(next - current))
  const format = { asOf, now: services.clock.now(), date: dateOf }
  return `${way}\n${arrivalText(arrival, format, catalog)}`
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
