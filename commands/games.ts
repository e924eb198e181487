// /games: the tracked games, their linked channels, and since when they are tracked, in pages.
import { type ButtonInteraction, type ChatInputCommandInteraction, EmbedBuilder, SlashCommandBuilder } from 'discord.js'
import { type Command, type Context, InteractionRejection, type InteractionReply } from '../src/bot/command.js'
import { buttonId } from '../src/bot/custom-id.js'
import { allowEverywhere, privateOption } from '../src/bot/input/options.js'
import { requireAccounts } from '../src/bot/linked-account.js'
import { linkedName, NEUTRAL_COLOR } from '../src/bot/rendering/game-embed.js'
import { addFirstIcon } from '../src/bot/rendering/game-icon.js'
import { dateOf, pageFooter, pageRows } from '../src/bot/rendering/menus.js'
import { openGameMenu } from '../src/bot/rendering/next-steps.js'
import { type Minute, msOf } from '../src/domain/clock.js'
import type { Game } from '../src/domain/game.js'
import { defaultCatalog, type MessageCatalog } from '../src/messages/catalog.js'

const PAGE_SIZE = 10
const MAX_NAME_LENGTH = 60

const data = allowEverywhere(
  new SlashCommandBuilder().setName('games').setDescription(defaultCatalog.games.command),
).addBooleanOption(privateOption)

type GamesInteraction = ChatInputCommandInteraction | ButtonInteraction

async function showPage(
  interaction: GamesInteraction,
  requestedPage: number,
  context: Context,
): Promise<InteractionReply> {
  const { services, catalog } = context
  if (!Number.isSafeInteger(requestedPage)) throw new InteractionRejection(catalog.buttonTooOld)
  const accounts = await requireAccounts(interaction, context)
  const games = (await Promise.all(accounts.map((account) => services.guildView.games(account)))).flat()
  if (games.length === 0) throw new InteractionRejection(catalog.noGames)
  const pages = Math.ceil(games.length / PAGE_SIZE)
  // Games may have been removed since the button was made.
  const page = Math.min(Math.max(requestedPage, 1), pages)
  const pageGames = inOrder(games, catalog).slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const since = await services.guildView.knownSince(pageGames)
  const lines = pageGames.map((game) => lineOf(game, since.get(game.universeId), interaction, context))
  const embed = new EmbedBuilder()
    .setTitle(catalog.games.title)
    .setDescription(lines.join('\n'))
    .setColor(NEUTRAL_COLOR)
    .setFooter({ text: pageFooter(page, pages, games.length, catalog) })
  return {
    embeds: [embed],
    files: await addFirstIcon(embed, pageGames, services),
    components: [
      openGameMenu(pageGames, catalog),
      ...pageRows({ page, pages, idOf: (to) => buttonId('games', 'page', to) }, catalog),
    ],
  }
}

const inOrder = (games: readonly Game[], catalog: MessageCatalog): Game[] =>
  [...games].sort((a, b) => catalog.compare(a.name, b.name) || a.id - b.id)

function lineOf(game: Game, since: Minute | undefined, interaction: GamesInteraction, context: Context): string {
  const { catalog, publicUrl } = context
  const known = since === undefined ? catalog.games.unmeasured : catalog.games.since(dateOf(msOf(since)))
  const paused = game.isActive ? [] : [catalog.games.paused]
  const parts = [catalog.games.gameId(String(game.id)), channelOf(game, interaction, catalog), known, ...paused]
  return `**${linkedName(game, MAX_NAME_LENGTH, publicUrl)}** · ${parts.join(' · ')}`
}

/** A mention of another server's channel would show as unknown and reveal that server. */
function channelOf({ channelId }: Game, { guild }: GamesInteraction, catalog: MessageCatalog): string {
  if (channelId === null) return catalog.games.noChannel
  const isHere = guild?.channels.cache.has(channelId) ?? false
  return isHere ? `<#${channelId}>` : catalog.games.elsewhere
}

export default {
  data,
  execute: (interaction, context) => showPage(interaction, 1, context),
  buttons: { page: ([page], context, interaction) => showPage(interaction, Number(page), context) },
} satisfies Command
