// /rank: the tracked games of a server in order, in pages.
import { type BaseInteraction, EmbedBuilder, SlashCommandBuilder } from 'discord.js'
import { type Command, type Context, InteractionRejection, type InteractionReply } from '../src/bot/command.js'
import { buttonId } from '../src/bot/custom-id.js'
import { everywhere, privateOption } from '../src/bot/input/options.js'
import { requireAccount } from '../src/bot/linked-account.js'
import { addressOf, linkedName, NEUTRAL_COLOR } from '../src/bot/rendering/game-embed.js'
import { accountMenu, ago, pageFooter, pageRows } from '../src/bot/rendering/menus.js'
import { openGameMenu } from '../src/bot/rendering/next-steps.js'
import type { Account } from '../src/domain/account.js'
import { msOf } from '../src/domain/clock.js'
import type { RankedCandidate, RankingMetric } from '../src/domain/rules/ranking.js'
import { defaultCatalog, type MessageCatalog } from '../src/messages/catalog.js'

const PAGE_SIZE = 10
const MAX_NAME_LENGTH = 48

/** DISCORD-4 defines the option's choices. */
const RANKING_METRICS: Readonly<Record<string, RankingMetric>> = { players: 'ccu', visits: 'visits' }

const data = everywhere(new SlashCommandBuilder().setName('rank').setDescription(defaultCatalog.rank.command))
  .addStringOption((option) =>
    option
      .setName('by')
      .setDescription(defaultCatalog.rank.by)
      .addChoices(
        Object.entries(RANKING_METRICS).map(([value, by]) => ({ name: defaultCatalog.rank.choices[by], value })),
      ),
  )
  .addBooleanOption(privateOption)

/** Asks for the account if the person is a member of several. */
const accountFor = (
  interaction: Pick<BaseInteraction, 'guildId' | 'user' | 'context'>,
  context: Context,
  { choice, chosen }: { readonly choice: string; readonly chosen?: number },
): Promise<Account> =>
  requireAccount(interaction, context, {
    chosen,
    ask: (accounts) => accountMenu(buttonId('rank', 'account', choice), accounts, context.catalog),
  })

async function showPage(account: Account, choice: string, wanted: number, context: Context): Promise<InteractionReply> {
  const { services, catalog, publicUrl } = context
  const by = Object.hasOwn(RANKING_METRICS, choice) ? RANKING_METRICS[choice] : undefined
  if (by === undefined || !Number.isSafeInteger(wanted)) throw new InteractionRejection(catalog.buttonTooOld)
  const { ranked, asOf, popularity } = await services.rankGames(account, by)
  if (ranked.length === 0) throw new InteractionRejection(await explainEmpty(account, context))
  const pages = Math.ceil(ranked.length / PAGE_SIZE)
  // Games may have been removed since the button was made.
  const page = Math.min(Math.max(wanted, 1), pages)
  const shown = ranked.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const lines = shown.map((game) => {
    const place = popularity?.places.get(game.game.universeId)
    return lineOf(game, place?.rank, by, context)
  })
  const closing = [catalog.rank.against, ...(asOf === null ? [] : [catalog.asOf(ago(asOf))])].join(' · ')
  const embed = new EmbedBuilder()
    .setTitle(catalog.rank.title[by])
    .setURL(addressOf(`/accounts/${account.id}/rankings`, publicUrl) ?? null)
    .setColor(NEUTRAL_COLOR)
    .setDescription([...lines, '', closing].join('\n'))
    .setFooter({ text: pageFooter(page, pages, ranked.length, catalog) })
  const idOf = (to: number): string => buttonId('rank', 'page', choice, to, account.id)
  const menu = openGameMenu(
    shown.map(({ game }) => game),
    catalog,
  )
  return { embeds: [embed], components: [menu, ...pageRows({ page, pages, idOf }, catalog)] }
}

async function explainEmpty(account: Account, { services, catalog }: Context): Promise<string> {
  const games = await services.guildView.games(account)
  return games.length === 0 ? catalog.noGames : catalog.allPaused
}

function lineOf(
  game: RankedCandidate,
  popularity: number | undefined,
  by: RankingMetric,
  { catalog, publicUrl }: Context,
): string {
  const { latest, stale } = game
  const name = `**${linkedName(game.game, MAX_NAME_LENGTH, publicUrl)}**`
  const count = latest?.[by] ?? null
  const value = count === null ? catalog.rank.unmeasured : catalog.rank.value[by](catalog.number(count))
  const note = stale && latest !== undefined ? [catalog.rank.stale(ago(msOf(latest.minute)))] : []
  const place = popularity === undefined ? [] : [catalog.rank.popularity(catalog.number(popularity))]
  return [`\`${catalog.number(game.rank)}.\` ${name}`, value, moved(game, catalog), ...place, ...note].join(' · ')
}

function moved({ rank, previousRank }: RankedCandidate, catalog: MessageCatalog): string {
  if (previousRank === null) return catalog.rank.new
  if (previousRank === rank) return catalog.rank.same
  const places = catalog.number(Math.abs(previousRank - rank))
  return previousRank > rank ? catalog.rank.risen(places) : catalog.rank.fallen(places)
}

export default {
  data,

  async execute(interaction, context) {
    const choice = interaction.options.getString('by') ?? 'players'
    return showPage(await accountFor(interaction, context, { choice }), choice, 1, context)
  },

  buttons: {
    first: async (_args, context, interaction) =>
      showPage(await accountFor(interaction, context, { choice: 'players' }), 'players', 1, context),

    page: async ([choice = '', page, accountId], context, interaction) => {
      const account = await accountFor(interaction, context, { choice, chosen: Number(accountId) })
      return showPage(account, choice, Number(page), context)
    },
  },

  selects: {
    account: async ([choice = ''], context, interaction) => {
      const account = await accountFor(interaction, context, { choice, chosen: Number(interaction.values[0]) })
      return showPage(account, choice, 1, context)
    },
  },
} satisfies Command
