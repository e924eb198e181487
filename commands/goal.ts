// /goal: the next round numbers of a game, and when they may be reached at the recent pace.
import { SlashCommandBuilder } from 'discord.js'
import type { Context, InteractionReply } from '../src/bot/command.js'
import { everywhere, gameOption, privateOption } from '../src/bot/input/options.js'
import { gameCommand, type RequestedGame } from '../src/bot/input/require-game.js'
import { frameGame } from '../src/bot/rendering/game-embed.js'
import { ago, dateOf } from '../src/bot/rendering/menus.js'
import { gameSteps } from '../src/bot/rendering/next-steps.js'
import { type Minute, msOf } from '../src/domain/clock.js'
import { arrivalText } from '../src/messages/arrival.js'
import { defaultCatalog } from '../src/messages/catalog.js'
import type { Milestone } from '../src/services/reading/expect-milestones.js'

const data = everywhere(new SlashCommandBuilder().setName('goal').setDescription(defaultCatalog.goal.command))
  .addStringOption(gameOption)
  .addBooleanOption(privateOption)

function wayOf({ current, next, arrival }: Milestone, asOf: Minute, { catalog, services }: Context): string {
  if (current === null || next === null) return catalog.goal.unknown
  const way = catalog.goal.way(catalog.number(current), catalog.number(next), catalog.number(next - current))
  const format = { asOf, now: services.clock.now(), date: dateOf }
  return `${way}\n${arrivalText(arrival, format, catalog)}`
}

async function show(requested: RequestedGame, context: Context): Promise<InteractionReply> {
  const { catalog, services } = context
  const { account, game } = requested
  const { milestones, asOf } = await services.expectMilestones(account, game)
  const { embed, files } = await frameGame(requested, context, { titled: catalog.goal.title })
  embed.setDescription([catalog.asOf(ago(msOf(asOf))), catalog.goal.basis].join('\n')).addFields(
    milestones.map((milestone) => ({
      name: catalog.goal.counters[milestone.counter],
      value: wayOf(milestone, asOf, context),
    })),
  )
  return { embeds: [embed], files, components: [gameSteps(game.id, ['stats', 'chart', 'summary', 'updates'], catalog)] }
}

export default gameCommand(data, show)
