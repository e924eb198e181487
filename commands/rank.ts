// /rank: the tracked games of a server in order, in pages, as a picture and as text; now or at a past time.
import { type BaseInteraction, EmbedBuilder, SlashCommandBuilder } from 'discord.js'
import { type Command, type Context, InteractionRejection, type InteractionReply } from '../src/bot/command.js'
import { buttonId } from '../src/bot/custom-id.js'
import { allowEverywhere, privateOption, readMoment } from '../src/bot/input/options.js'
import { requireAccount } from '../src/bot/linked-account.js'
import { addressOf, NEUTRAL_COLOR } from '../src/bot/rendering/game-embed.js'
import { addFirstIcon } from '../src/bot/rendering/game-icon.js'
import { accountMenu, ago, pageFooter, pageRows, timeOf } from '../src/bot/rendering/menus.js'
import { openGameMenu } from '../src/bot/rendering/next-steps.js'
import { RANKING_FILE, rankingBoard } from '../src/bot/rendering/ranking/ranking-board.js'
import {
  isRankChoice,
  RANK_CHOICES,
  type RankChoice,
  rankedNames,
  rankLine,
} from '../src/bot/rendering/ranking/ranking-lines.js'
import { showName } from '../src/bot/show-name.js'
import type { Account } from '../src/domain/account.js'
import { type Minute, minuteOf, msOf } from '../src/domain/clock.js'
import { defaultCatalog } from '../src/messages/catalog.js'
import type { RankedGame } from '../src/services/reading/ranking/rank-games.js'

const PAGE_SIZE = 10
const MAX_MOMENT_LENGTH = 16

const { rank: text } = defaultCatalog

const data = allowEverywhere(new SlashCommandBuilder().setName('rank').setDescription(text.command))
  .addStringOption((option) =>
    option
      .setName('by')
      .setDescription(text.by)
      .addChoices(
        Object.keys(RANK_CHOICES)
          .filter(isRankChoice)
          .map((value) => ({ name: text.choices[value], value })),
      ),
  )
  .addStringOption((option) => option.setName('at').setDescription(text.at).setMaxLength(MAX_MOMENT_LENGTH))
  .addBooleanOption(privateOption)

interface RankingRequest {
  readonly by: RankChoice
  readonly page: number
  /** Undefined for now. */
  readonly at: Minute | undefined
}

/** As the ids of buttons carry it: the choice, the page, the account and the minute. */
function readRequest([choice = '', page, , at]: readonly string[], { catalog }: Context): RankingRequest {
  const [pageNumber, minute] = [Number(page), at === undefined ? undefined : Number(at)]
  if (
    !isRankChoice(choice) ||
    !Number.isSafeInteger(pageNumber) ||
    (minute !== undefined && !Number.isSafeInteger(minute))
  )
    throw new InteractionRejection(catalog.buttonTooOld)
  return { by: choice, page: pageNumber, at: minute }
}

/** Asks for the account if the person is a member of several. */
const accountFor = (
  interaction: Pick<BaseInteraction, 'guildId' | 'user' | 'context'>,
  context: Context,
  { by, at, chosen }: Pick<RankingRequest, 'by' | 'at'> & { readonly chosen?: number },
): Promise<Account> =>
  requireAccount(interaction, context, {
    chosen,
    ask: (accounts) =>
      accountMenu(buttonId('rank', 'account', by, ...(at === undefined ? [] : [at])), accounts, context.catalog),
  })

async function showPage(account: Account, request: RankingRequest, context: Context): Promise<InteractionReply> {
  const { services, catalog, publicUrl } = context
  const { by, at } = request
  const { ranked, asOf, popularity } = await services.rankGames(account, RANK_CHOICES[by], at)
  if (ranked.length === 0) throw new InteractionRejection(await explainEmpty(account, context))
  const pages = Math.ceil(ranked.length / PAGE_SIZE)
  // Games may have been removed since the button was made.
  const page = Math.min(Math.max(request.page, 1), pages)
  const pageEntries = ranked.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const lines = pageEntries.map((game) => {
    const place = popularity?.places.get(game.game.universeId)
    return rankLine(game, { by, popularity: place?.rank, publicUrl }, catalog)
  })
  const when = at === undefined ? asOf && catalog.asOf(ago(asOf)) : catalog.rank.pastTime(timeOf(msOf(at)))
  const closing = [...(when === null ? [] : [when]), catalog.rank.against].join(' · ')
  const embed = new EmbedBuilder()
    .setTitle(catalog.rank.title[by])
    .setURL(addressOf(`/accounts/${account.id}/rankings`, publicUrl) ?? null)
    .setColor(NEUTRAL_COLOR)
    .setDescription([...lines, '', closing].join('\n'))
    .setFooter({ text: pageFooter(page, pages, ranked.length, catalog) })
  const icons = await addFirstIcon(embed, games(pageEntries), services)
  const board = await boardOf(account, request, pageEntries, context)
  if (board) embed.setImage(`attachment://${RANKING_FILE}`)
  const idOf = (to: number): string => buttonId('rank', 'page', by, to, account.id, ...(at === undefined ? [] : [at]))
  return {
    embeds: [embed],
    files: [...(board ? [board] : []), ...icons],
    components: [openGameMenu(games(pageEntries), catalog), ...pageRows({ page, pages, idOf }, catalog)],
  }
}

const games = (rows: readonly RankedGame[]) => rows.map(({ game }) => game)

function boardOf(account: Account, { by, at }: RankingRequest, rows: readonly RankedGame[], context: Context) {
  const { catalog, timeZone } = context
  const subtitle =
    at === undefined ? catalog.rank.pictured : catalog.rank.picturedAt(catalog.dateTime(msOf(at), timeZone), timeZone)
  const title = catalog.rank.title[by]
  const alt = catalog.rank.alt(title, rankedNames(rows, catalog))
  return rankingBoard({ account, by, rows, at, title, subtitle, alt: alt.slice(0, MAX_ALT_LENGTH) }, context)
}

/** CHAT-7: Discord rejects a longer one. */
const MAX_ALT_LENGTH = 1_000

async function explainEmpty(account: Account, { services, catalog }: Context): Promise<string> {
  const all = await services.guildView.games(account)
  return all.length === 0 ? catalog.noGames : catalog.allPaused
}

/** Throws where it is no time, or not past. */
function readAt(written: string | null, { services, catalog, timeZone }: Context): Minute | undefined {
  if (written === null) return undefined
  const minute = readMoment(written, timeZone)
  const echo = showName(written, MAX_MOMENT_LENGTH)
  if (minute === undefined) throw new InteractionRejection(catalog.rank.notATime(echo))
  if (minute > minuteOf(services.clock.now())) throw new InteractionRejection(catalog.rank.notPast(echo))
  return minute
}

export default {
  data,

  async execute(interaction, context) {
    const by = interaction.options.getString('by') ?? 'players'
    const request = { ...readRequest([by, '1'], context), at: readAt(interaction.options.getString('at'), context) }
    return showPage(await accountFor(interaction, context, request), request, context)
  },

  buttons: {
    first: async (_args, context, interaction) => {
      const request = { by: 'players', page: 1, at: undefined } as const
      return showPage(await accountFor(interaction, context, request), request, context)
    },

    page: async (args, context, interaction) => {
      const request = readRequest(args, context)
      return showPage(await accountFor(interaction, context, { ...request, chosen: Number(args[2]) }), request, context)
    },
  },

  selects: {
    account: async ([choice = '', at], context, interaction) => {
      const request = readRequest([choice, '1', '', ...(at === undefined ? [] : [at])], context)
      const chosen = Number(interaction.values[0])
      return showPage(await accountFor(interaction, context, { ...request, chosen }), request, context)
    },
  },
} satisfies Command
