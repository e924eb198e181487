// /chart: one game over time as a picture, beside the period before and the usual; menus change the range and the metric.
import { SlashCommandBuilder } from 'discord.js'
import type { Command, Context, InteractionReply } from '../src/bot/command.js'
import { buttonId } from '../src/bot/custom-id.js'
import {
  allowEverywhere,
  chartRangeOption,
  completeGame,
  DEFAULT_CHART_SPAN,
  DEFAULT_METRIC,
  gameOption,
  privateOption,
} from '../src/bot/input/options.js'
import { type RequestedGame, requireGame, requireGameOfId } from '../src/bot/input/require-game.js'
import { showChart } from '../src/bot/rendering/chart/chart-answer.js'
import { viewOption } from '../src/bot/rendering/chart/chart-view.js'
import { gameSteps } from '../src/bot/rendering/next-steps.js'
import { defaultCatalog } from '../src/messages/catalog.js'

const data = allowEverywhere(new SlashCommandBuilder().setName('chart').setDescription(defaultCatalog.charts.chart))
  .addStringOption(gameOption)
  .addStringOption(viewOption)
  .addStringOption(chartRangeOption)
  .addBooleanOption(privateOption)

function show(requested: RequestedGame, view: string, range: string, context: Context): Promise<InteractionReply> {
  const { id } = requested.game
  const menuIds = { range: buttonId('chart', 'range', id, view), metric: buttonId('chart', 'metric', id, range) }
  const steps = gameSteps(id, ['stats', 'summary', 'compare', 'updates'], context.catalog)
  return showChart({ requested: [requested], view, range, menuIds, steps }, context)
}

export default {
  data,

  async execute(interaction, context) {
    const requested = await requireGame(interaction, context)
    const metric = interaction.options.getString('metric') ?? DEFAULT_METRIC
    return show(requested, metric, interaction.options.getString('range') ?? DEFAULT_CHART_SPAN, context)
  },

  autocomplete: completeGame,

  buttons: {
    show: async ([gameId], context, interaction) => {
      const requested = await requireGameOfId(interaction, context, Number(gameId))
      return show(requested, DEFAULT_METRIC, DEFAULT_CHART_SPAN, context)
    },
  },

  selects: {
    metric: async ([gameId, range = ''], context, interaction) => {
      const requested = await requireGameOfId(interaction, context, Number(gameId))
      return show(requested, interaction.values[0] ?? '', range, context)
    },

    range: async ([gameId, metric = ''], context, interaction) => {
      const requested = await requireGameOfId(interaction, context, Number(gameId))
      return show(requested, metric, interaction.values[0] ?? '', context)
    },
  },
} satisfies Command
