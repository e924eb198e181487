// /games: what is tracked, where it is linked, and since when it is known; a page at a time.
import { type ButtonInteraction, type ChatInputCommandInteraction, EmbedBuilder, SlashCommandBuilder } from 'discord.js'
import { everywhere } from '../src/bot/asking/options.js'
import { type Command, type Context, InteractionRejection, type InteractionReply } from '../src/bot/command.js'
import { buttonId } from '../src/bot/custom-id.js'
import { requireAccounts } from '../src/bot/linked-account.js'
import { showName } from '../src/bot/show-name.js'
import { turningRows } from '../src/bot/showing/menus.js'
import { dateOf } from '../src/bot/showing/times.js'
import { type Minute, msOf } from '../src/domain/clock.js'
import type { Game } from '../src/domain/game.js'
import { defaultWords, type MessageCatalog } from '../src/words/words.js'

const PAGE_SIZE = 10
const LONGEST_NAME = 60

const data = everywhere(new SlashCommandBuilder().setName('games').setDescription(defaultWords.games.command))

type GamesInteraction = ChatInputCommandInteraction | ButtonInteraction

async function showPage(interaction: GamesInteraction, wanted: number, context: Context): Promise<InteractionReply> {
  const { operations, words } = context
  if (!Number.isSafeInteger(wanted)) throw new InteractionRejection(words.buttonTooOld)
  const accounts = await requireAccounts(interaction, context)
  const games = (await Promise.all(accounts.map((account) => operations.guildView.games(account)))).flat()
  if (games.length === 0) throw new InteractionRejection(words.noGames(String(accounts[0]?.id ?? '')))
  const pages = Math.ceil(games.length / PAGE_SIZE)
  // Games may have gone since the button was made.
  const page = Math.min(Math.max(wanted, 1), pages)
  const shown = inOrder(games, words).slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const since = await operations.guildView.knownSince(shown)
  const lines = shown.map((game) => lineOf(game, since.get(game.universeId), interaction, words))
  const embed = new EmbedBuilder()
    .setTitle(words.games.title)
    .setDescription(lines.join('\n'))
    .setFooter({ text: words.rank.page(words.number(page), words.number(pages), words.number(games.length)) })
  return {
    embeds: [embed],
    components: turningRows({ page, pages, idOf: (to) => buttonId('games', 'page', to) }, words),
  }
}

const inOrder = (games: readonly Game[], words: MessageCatalog): Game[] =>
  [...games].sort((a, b) => words.compare(a.name, b.name) || a.id - b.id)

function lineOf(game: Game, since: Minute | undefined, interaction: GamesInteraction, words: MessageCatalog): string {
  const known = since === undefined ? words.games.unmeasured : words.games.since(dateOf(msOf(since)))
  const paused = game.isActive ? [] : [words.games.paused]
  const parts = [words.games.gameId(String(game.id)), channelOf(game, interaction, words), known, ...paused]
  return `**${showName(game.name, LONGEST_NAME)}** · ${parts.join(' · ')}`
}

/** A mention of a channel elsewhere would show as unknown, and tell of another server. */
function channelOf({ channelId }: Game, { guild }: GamesInteraction, words: MessageCatalog): string {
  if (channelId === null) return words.games.noChannel
  const isHere = guild?.channels.cache.has(channelId) ?? false
  return isHere ? `<#${channelId}>` : words.games.elsewhere
}

export default {
  data,
  execute: (interaction, context) => showPage(interaction, 1, context),
  buttons: { page: ([page], context, interaction) => showPage(interaction, Number(page), context) },
} satisfies Command
