// /stats: how one game is doing now, at a glance; by default, the game linked to the channel.
import {
  ApplicationCommandType,
  type BaseInteraction,
  ContextMenuCommandBuilder,
  SlashCommandBuilder,
} from 'discord.js'
import type { Command, ComponentRow, Context, InteractionReply } from '../src/bot/command.js'
import { findLinkedGames } from '../src/bot/input/linked-games.js'
import { allowEverywhere, completeGame, gameOption, privateOption } from '../src/bot/input/options.js'
import { type RequestedGame, requireGame, requireGameOfId } from '../src/bot/input/require-game.js'
import { offerAlerts } from '../src/bot/person-alerts/manage.js'
import { describeStats } from '../src/bot/rendering/game-stats.js'
import { gameSteps, openGameMenu } from '../src/bot/rendering/next-steps.js'
import { defaultCatalog } from '../src/messages/catalog.js'

const data = allowEverywhere(new SlashCommandBuilder().setName('stats').setDescription(defaultCatalog.stats.command))
  .addStringOption(gameOption)
  .addBooleanOption(privateOption)

const onMessageData = allowEverywhere(
  new ContextMenuCommandBuilder().setName(defaultCatalog.stats.onMessage).setType(ApplicationCommandType.Message),
)

async function show(requested: RequestedGame, context: Context): Promise<InteractionReply> {
  const { embed, files } = await describeStats(requested, context)
  const steps = gameSteps(requested.game.id, ['chart', 'week', 'compare', 'updates', 'alert'], context.catalog)
  return { embeds: [embed], files, components: [steps] }
}

const showById = async (
  interaction: Pick<BaseInteraction, 'guildId' | 'user' | 'context'>,
  context: Context,
  id: string | undefined,
): Promise<InteractionReply> => show(await requireGameOfId(interaction, context, Number(id)), context)

export default {
  data,

  execute: async (interaction, context) => show(await requireGame(interaction, context), context),

  autocomplete: completeGame,

  onMessage: {
    data: onMessageData,
    description: defaultCatalog.stats.onMessageHelp,

    /** Shows the first of the linked games, and a menu of all of them. */
    execute: async (interaction, context) => {
      const linked = await findLinkedGames(interaction, context)
      const reply = await show(linked[0], context)
      if (linked.length === 1) return reply
      const menu: ComponentRow = openGameMenu(
        linked.map(({ game }) => game),
        context.catalog,
      )
      return { ...reply, components: [...(reply.components ?? []), menu] }
    },
  },

  buttons: {
    show: ([gameId], context, interaction) => showById(interaction, context, gameId),

    /** The answer is private, and leaves a public message as it is. */
    alert: async ([gameId], context, interaction) => {
      const requested = await requireGameOfId(interaction, context, Number(gameId))
      context.keepPrivate()
      return offerAlerts(interaction, requested, context)
    },
  },

  selects: {
    open: (_args, context, interaction) => showById(interaction, context, interaction.values[0]),
  },
} satisfies Command
