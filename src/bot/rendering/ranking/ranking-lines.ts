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
  return [`\`${catalog.number(game.rank)}.\` ${name}`, value, rankChangeText(game, catalog), ...place, ...note].join(
    ' · ',
  )
}

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
  if (previousRank === null) return catalog.rank.new
  if (previousRank === rank) return catalog.rank.same
  const places = catalog.number(Math.abs(previousRank - rank))
  return previousRank > rank ? catalog.rank.risen(places) : catalog.rank.fallen(places)
}
