// The entries of a ranking in words: place, name, value, and how the place moved in 24 hours.
import { msOf } from '../../../domain/clock.js'
import { type MeasureRanking, rankedValue } from '../../../domain/rules/ranking.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import type { RankedGame } from '../../../services/reading/ranking/rank-games.js'
import { linkedName } from '../game-embed.js'
import { ago } from '../menus.js'

const MAX_NAME_LENGTH = 48

/** The choices of `/rank by` (DISCORD-4). */
export const RANK_CHOICES = { players: 'ccu', visits: 'visits', growth: 'change', like_ratio: 'like_ratio' } as const
export type RankChoice = keyof typeof RANK_CHOICES

export const isRankChoice = (text: string): text is RankChoice => Object.hasOwn(RANK_CHOICES, text)

export interface LineQuery {
  readonly by: RankChoice
  /** The place of the game in the second source. */
  readonly popularity: number | undefined
  readonly publicUrl: string | undefined
}

export function rankLine(game: RankedGame, { by, popularity, publicUrl }: LineQuery, catalog: MessageCatalog): string {
  const { latest, stale } = game
  const name = `**${linkedName(game.game, MAX_NAME_LENGTH, publicUrl)}**`
  const written = valueText(game, by, catalog)
  const value = written === undefined ? catalog.rank.unmeasured : catalog.rank.value[by](written)
  const note = stale && latest !== undefined ? [catalog.rank.stale(ago(msOf(latest.minute)))] : []
  const place = popularity === undefined ? [] : [catalog.rank.popularity(catalog.number(popularity))]
  const move = game.rank === null ? [] : [rankChangeText(game, catalog)]
  return [`\`${rankMark(game, catalog)}\` ${name}`, value, ...move, ...place, ...note].join(' · ')
}

/** What stands before a name in a list; a game without a value has no rank. */
export const rankMark = ({ rank }: Pick<RankedGame, 'rank'>, catalog: MessageCatalog): string =>
  rank === null ? catalog.nothing : `${catalog.number(rank)}.`

/** Ranks and names, for the description of a picture. */
export const rankedNames = (games: readonly Pick<RankedGame, 'rank' | 'game'>[], catalog: MessageCatalog): string =>
  games.map((one) => `${rankMark(one, catalog)} ${one.game.name}`).join(', ')

/** Undefined where the value is not known. */
export function valueText({ latest, before }: RankedGame, by: RankChoice, catalog: MessageCatalog): string | undefined {
  const measure: MeasureRanking = RANK_CHOICES[by]
  const value = rankedValue(measure, latest, before)
  if (value === null) return undefined
  if (by === 'growth') return catalog.percentChange(value)
  return by === 'like_ratio' ? catalog.likeRatio(value) : catalog.number(value)
}

export function rankChangeText(
  { rank, previousRank }: Pick<RankedGame, 'rank' | 'previousRank'>,
  catalog: MessageCatalog,
) {
  if (rank === null) return ''
  if (previousRank === null) return catalog.rank.new
  if (previousRank === rank) return catalog.rank.same
  const places = catalog.number(Math.abs(previousRank - rank))
  return previousRank > rank ? catalog.rank.risen(places) : catalog.rank.fallen(places)
}
