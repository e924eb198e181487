// The frame of every answer about games: a color by state, a title that links to the page, and the icon.
import { type AttachmentBuilder, EmbedBuilder } from 'discord.js'
import type { Game } from '../../domain/game.js'
import type { PlayersState } from '../../domain/insights/players-state.js'
import type { Context } from '../command.js'
import type { RequestedGame } from '../input/require-game.js'
import { plainName, showName } from '../show-name.js'
import { addIcon } from './game-icon.js'

/** Each contrasts by at least 3 to 1 with Discord's dark and its light background. */
export const STATE_COLORS: Readonly<Record<PlayersState, number>> = {
  above: 0x1f9d63,
  within: 0x4a7df0,
  below: 0xd9661f,
  unknown: 0x7d8592,
  paused: 0x7d8592,
}
/** Of answers about several games. */
export const NEUTRAL_COLOR = STATE_COLORS.within
export const MAX_TITLE_LENGTH = 100

export interface GameEmbed {
  readonly embed: EmbedBuilder
  /** The icon; the message needs it as a file. */
  readonly files: readonly AttachmentBuilder[]
}

/** `state` is read if it is not known yet. The title is the name of the game, or what `titled` makes of it. */
export async function createGameEmbed(
  requested: RequestedGame,
  { services, publicUrl }: Pick<Context, 'services' | 'publicUrl'>,
  { state, titled }: { readonly state?: PlayersState; readonly titled?: (name: string) => string } = {},
): Promise<GameEmbed> {
  const { game } = requested
  const name = showName(game.name, MAX_TITLE_LENGTH)
  const embed = new EmbedBuilder()
    .setTitle(titled ? titled(name) : name)
    .setURL(pageOf(game, publicUrl) ?? null)
    .setColor(STATE_COLORS[state ?? (await services.gameOverview.state(requested))])
  return { embed, files: await addIcon(embed, game.universeId, services) }
}

type PagedGame = Pick<Game, 'id' | 'accountId' | 'universeId' | 'isPublic'>

/** The page of a game: that of everybody if the owner made it public, else that of its account, which asks to sign in. */
export function pageOf({ id, accountId, universeId, isPublic }: PagedGame, publicUrl: string | undefined) {
  return addressOf(isPublic ? `/games/${universeId}` : `/accounts/${accountId}/games/${id}`, publicUrl)
}

/** Undefined where no public URL is configured, or where its host has no dot: nobody else could open such a link. */
export function addressOf(path: string, publicUrl: string | undefined): string | undefined {
  if (publicUrl === undefined || !URL.canParse(publicUrl)) return undefined
  return new URL(publicUrl).hostname.includes('.') ? `${publicUrl}${path}` : undefined
}

/** The name of a game in a text, linked to its page where there is one. */
export function linkedName(game: Game, maxLength: number, publicUrl: string | undefined): string {
  const page = pageOf(game, publicUrl)
  if (page === undefined) return showName(game.name, maxLength)
  // A bracket within the name would end it.
  const label = showName(
    plainName(game.name, maxLength).replace(/[[\]]/g, (bracket) => (bracket === '[' ? '(' : ')')),
    maxLength,
  )
  return `[${label}](${page})`
}
