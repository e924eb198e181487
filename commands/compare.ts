// /compare: two to five games in one chart; a menu changes the range.
import { SlashCommandBuilder } from 'discord.js'
import { type Command, type Context, InteractionRejection, type InteractionReply } from '../src/bot/command.js'
import { buttonId } from '../src/bot/custom-id.js'
import {
  chartRangeOption,
  completeGame,
  DEFAULT_CHART_SPAN,
  DEFAULT_METRIC,
  everywhere,
  gameOption,
  metricOption,
} from '../src/bot/input/options.js'
import { type RequestedGame, requireGameNamed, requireGameOfId } from '../src/bot/input/require-game.js'
import { showChart } from '../src/bot/rendering/chart-answer.js'
import { defaultCatalog } from '../src/messages/catalog.js'

const REQUIRED = ['first', 'second'] as const
const OPTIONAL_NAMES = ['third', 'fourth', 'fifth'] as const

const data = everywhere(new SlashCommandBuilder().setName('compare').setDescription(defaultCatalog.charts.compare))
for (const [names, isRequired] of [[REQUIRED, true] as const, [OPTIONAL_NAMES, false] as const])
  for (const name of names)
    data.addStringOption((option) =>
      gameOption(option).setName(name).setDescription(defaultCatalog.charts.game).setRequired(isRequired),
    )
data.addStringOption(metricOption).addStringOption(chartRangeOption)

async function show(
  requested: readonly RequestedGame[],
  metric: string,
  range: string,
  context: Context,
): Promise<InteractionReply> {
  const games = [...new Map(requested.map((each) => [each.game.id, each])).values()]
  if (games.length < REQUIRED.length) throw new InteractionRejection(context.catalog.charts.fewGames)
  const menuId = buttonId('compare', 'range', metric, ...games.map(({ game }) => game.id))
  return showChart({ requested: games, metric, range, menuId }, context)
}

export default {
  data,

  async execute(interaction, context) {
    const { options } = interaction
    const requested: RequestedGame[] = []
    for (const name of [...REQUIRED, ...OPTIONAL_NAMES]) {
      const text = options.getString(name)
      if (text !== null) requested.push(await requireGameNamed(text, interaction, context))
    }
    const metric = options.getString('metric') ?? DEFAULT_METRIC
    return show(requested, metric, options.getString('range') ?? DEFAULT_CHART_SPAN, context)
  },

  autocomplete: completeGame,

  selects: {
    range: async ([metric = '', ...ids], context, interaction) => {
      const requested: RequestedGame[] = []
      for (const id of ids) requested.push(await requireGameOfId(interaction, context, Number(id)))
      return show(requested, metric, interaction.values[0] ?? '', context)
    },
  },
} satisfies Command
