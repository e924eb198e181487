// /rank: the games that a server tracks, in order, a page at a time.
import { type BaseInteraction, EmbedBuilder, SlashCommandBuilder } from 'discord.js'
import { everywhere } from '../src/bot/asking/options.js'
import { type Command, type Context, InteractionRejection, type InteractionReply } from '../src/bot/command.js'
import { buttonId } from '../src/bot/custom-id.js'
import { requireAccount } from '../src/bot/linked-account.js'
import { showName } from '../src/bot/show-name.js'
import { accountMenu, turningRows } from '../src/bot/showing/menus.js'
import { ago } from '../src/bot/showing/times.js'
import type { Account } from '../src/domain/account.js'
import { msOf } from '../src/domain/clock.js'
import type { RankedContender, RankingMetric } from '../src/domain/rules/ranking.js'
import { defaultWords, type MessageCatalog } from '../src/words/words.js'

const PAGE_SIZE = 10
const LONGEST_NAME = 48

/** contract §9 spells the option's choices so. */
const BY: Readonly<Record<string, RankingMetric>> = { players: 'ccu', visits: 'visits' }

const data = everywhere(
  new SlashCommandBuilder().setName('rank').setDescription(defaultWords.rank.command),
).addStringOption((option) =>
  option
    .setName('by')
    .setDescription(defaultWords.rank.by)
    .addChoices(Object.entries(BY).map(([value, by]) => ({ name: defaultWords.rank.choices[by], value }))),
)

/** Asks which, where somebody is a member of several accounts. */
const accountFor = (
  interaction: Pick<BaseInteraction, 'guildId' | 'user' | 'context'>,
  context: Context,
  { choice, chosen }: { readonly choice: string; readonly chosen?: number },
): Promise<Account> =>
  requireAccount(interaction, context, {
    chosen,
    ask: (accounts) => accountMenu(buttonId('rank', 'account', choice), accounts, context.words),
  })

async function showPage(account: Account, choice: string, wanted: number, context: Context): Promise<InteractionReply> {
  const { operations, words } = context
  const by = Object.hasOwn(BY, choice) ? BY[choice] : undefined
  if (by === undefined || !Number.isSafeInteger(wanted)) throw new InteractionRejection(words.buttonTooOld)
  const { ranked, asOf, popularity } = await operations.rankGames(account, by)
  if (ranked.length === 0) throw new InteractionRejection(await explainEmpty(account, context))
  const pages = Math.ceil(ranked.length / PAGE_SIZE)
  // Games may have gone since the button was made.
  const page = Math.min(Math.max(wanted, 1), pages)
  const lines = ranked.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((game) => {
    const place = popularity?.places.get(game.game.universeId)
    return lineOf(game, place?.rank, by, words)
  })
  const closing = [words.rank.against, ...(asOf === null ? [] : [words.asOf(ago(asOf))])].join(' · ')
  const footer = words.rank.page(words.number(page), words.number(pages), words.number(ranked.length))
  const embed = new EmbedBuilder()
    .setTitle(words.rank.title[by])
    .setDescription([...lines, '', closing].join('\n'))
    .setFooter({ text: footer })
  const idOf = (to: number): string => buttonId('rank', 'page', choice, to, account.id)
  return { embeds: [embed], components: turningRows({ page, pages, idOf }, words) }
}

async function explainEmpty(account: Account, { operations, words }: Context): Promise<string> {
  const games = await operations.guildView.games(account)
  return games.length === 0 ? words.noGames(String(account.id)) : words.allPaused
}

function lineOf(
  game: RankedContender,
  popularity: number | undefined,
  by: RankingMetric,
  words: MessageCatalog,
): string {
  const { latest, stale } = game
  const name = `**${showName(game.game.name, LONGEST_NAME)}**`
  const value = latest === undefined ? words.rank.unmeasured : words.rank.value[by](words.number(latest[by]))
  const note = stale && latest !== undefined ? [words.rank.stale(ago(msOf(latest.minute)))] : []
  const place = popularity === undefined ? [] : [words.rank.popularity(words.number(popularity))]
  return [`\`${words.number(game.rank)}.\` ${name}`, value, moved(game, words), ...place, ...note].join(' · ')
}

function moved({ rank, previousRank }: RankedContender, words: MessageCatalog): string {
  if (previousRank === null) return words.rank.new
  if (previousRank === rank) return words.rank.same
  const places = words.number(Math.abs(previousRank - rank))
  return previousRank > rank ? words.rank.risen(places) : words.rank.fallen(places)
}

export default {
  data,

  async execute(interaction, context) {
    const choice = interaction.options.getString('by') ?? 'players'
    return showPage(await accountFor(interaction, context, { choice }), choice, 1, context)
  },

  buttons: {
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
