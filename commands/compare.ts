// /compare: two to five games in one chart; menus change the range, the metric and the scale.
import { SlashCommandBuilder, type StringSelectMenuInteraction } from 'discord.js'
import { type Command, type Context, InteractionRejection, type InteractionReply } from '../src/bot/command.js'
import { buttonId } from '../src/bot/custom-id.js'
import { MAX_OPTIONS } from '../src/bot/discord-limits.js'
import {
  allowEverywhere,
  chartRangeOption,
  completeGame,
  DEFAULT_CHART_SPAN,
  DEFAULT_METRIC,
  gameOption,
  privateOption,
} from '../src/bot/input/options.js'
import { type RequestedGame, requireGameNamed, requireGameOfId } from '../src/bot/input/require-game.js'
import { showChart } from '../src/bot/rendering/chart/chart-answer.js'
import { readView, viewOption, viewWord, withScale } from '../src/bot/rendering/chart/chart-view.js'
import { createGameEmbed } from '../src/bot/rendering/game-embed.js'
import { pageRows } from '../src/bot/rendering/menus.js'
import { gameMenu, gameSteps, showRanking, stepRow } from '../src/bot/rendering/next-steps.js'
import { defaultCatalog } from '../src/messages/catalog.js'

const REQUIRED = ['first', 'second'] as const
const OPTIONAL_NAMES = ['third', 'fourth', 'fifth'] as const

const data = allowEverywhere(new SlashCommandBuilder().setName('compare').setDescription(defaultCatalog.charts.compare))
for (const [names, isRequired] of [[REQUIRED, true] as const, [OPTIONAL_NAMES, false] as const])
  for (const name of names)
    data.addStringOption((option) =>
      gameOption(option).setName(name).setDescription(defaultCatalog.charts.game).setRequired(isRequired),
    )
data.addStringOption(viewOption).addStringOption(chartRangeOption).addBooleanOption(privateOption)

async function show(
  requested: readonly RequestedGame[],
  view: string,
  range: string,
  context: Context,
): Promise<InteractionReply> {
  const games = [...new Map(requested.map((each) => [each.game.id, each])).values()]
  if (games.length < REQUIRED.length) throw new InteractionRejection(context.catalog.charts.fewGames)
  const ids = games.map(({ game }) => game.id)
  const menuIds = {
    range: buttonId('compare', 'range', view, ...ids),
    metric: buttonId('compare', 'metric', range, ...ids),
    scale: buttonId('compare', 'scale', view, range, ...ids),
  }
  const steps = stepRow([{ name: 'rank', id: showRanking }], context.catalog)
  return showChart({ requested: games, view, range, menuIds, steps }, context)
}

/** Lets the person choose what to compare the game with: the other games, by players. */
async function choose(
  { account, game }: RequestedGame,
  requestedPage: number,
  context: Context,
): Promise<InteractionReply> {
  const { services, catalog } = context
  const { ranked } = await services.rankGames(account, 'ccu')
  const others = ranked.flatMap((entry) => (entry.game.id === game.id ? [] : [entry.game]))
  if (others.length === 0) throw new InteractionRejection(catalog.answers.noOthers)
  const pages = Math.ceil(others.length / MAX_OPTIONS)
  const page = Math.min(Math.max(1, requestedPage), pages)
  const { embed, files } = await createGameEmbed({ account, game }, context, { titled: catalog.answers.compareWith })
  const menu = gameMenu(
    {
      id: buttonId('compare', 'with', game.id),
      placeholder: catalog.answers.chooseOthers,
      maxValues: OPTIONAL_NAMES.length + 1,
    },
    others.slice((page - 1) * MAX_OPTIONS, page * MAX_OPTIONS),
  )
  const turning = pageRows({ page, pages, idOf: (to) => buttonId('compare', 'choose', game.id, to) }, catalog)
  return { embeds: [embed], files, components: [menu, ...turning, gameSteps(game.id, ['stats', 'chart'], catalog)] }
}

const requireGames = async (
  ids: readonly string[],
  interaction: StringSelectMenuInteraction,
  context: Context,
): Promise<readonly RequestedGame[]> => {
  const requested: RequestedGame[] = []
  for (const id of ids) requested.push(await requireGameOfId(interaction, context, Number(id)))
  return requested
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

  buttons: {
    choose: async ([gameId, page], context, interaction) =>
      choose(await requireGameOfId(interaction, context, Number(gameId)), Number(page) || 1, context),
  },

  selects: {
    range: async ([view = '', ...ids], context, interaction) =>
      show(await requireGames(ids, interaction, context), view, interaction.values[0] ?? '', context),

    metric: async ([range = '', ...ids], context, interaction) =>
      show(await requireGames(ids, interaction, context), interaction.values[0] ?? '', range, context),

    scale: async ([word = '', range = '', ...ids], context, interaction) => {
      const view = readView(word)
      const chosen = view ? viewWord(withScale(view, interaction.values[0] ?? '')) : ''
      return show(await requireGames(ids, interaction, context), chosen, range, context)
    },

    with: async ([gameId = ''], context, interaction) => {
      const requested = await requireGames([gameId, ...interaction.values], interaction, context)
      return show(requested, DEFAULT_METRIC, DEFAULT_CHART_SPAN, context)
    },
  },
} satisfies Command
