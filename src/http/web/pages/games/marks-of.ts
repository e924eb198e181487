// Reads the tags and favorites with which a list of an account's games is filtered (WEB-35).
import type { Account } from '../../../../domain/account.js'
import { compactedName } from '../../../../services/reading/ranking/show-ranking.js'
import type { RequestContext } from '../../page.js'

interface MarkSelection {
  /** Empty for all games; case and accents do not matter. */
  readonly tag: string
  readonly isFavorites: boolean
}

interface GameMarks {
  /** By the number of the game; games without tags are missing. */
  readonly tags: ReadonlyMap<number, readonly string[]>
  /** The numbers of the visitor's favorite games. */
  readonly favorites: ReadonlySet<number>
  /** The numbers of the games that are selected; undefined for all. */
  readonly only: ReadonlySet<number> | undefined
}

export async function marksOf(
  { services, visitor }: Pick<RequestContext, 'services' | 'visitor'>,
  account: Account,
  { tag, isFavorites }: MarkSelection,
): Promise<GameMarks> {
  const tags = await services.marks.tags(account)
  const favorites = visitor ? await services.marks.favorites(visitor.session) : new Set<number>()
  if (tag === '') return { tags, favorites, only: isFavorites ? favorites : undefined }
  const searchName = compactedName(tag)
  const tagged = [...tags]
    .filter(([, gameTags]) => gameTags.some((one) => compactedName(one) === searchName))
    .map(([id]) => id)
  return { tags, favorites, only: new Set(isFavorites ? tagged.filter((id) => favorites.has(id)) : tagged) }
}

/** All tags of an account, from A to Z. */
export const allTags = (tags: GameMarks['tags']): string[] =>
  [...new Set([...tags.values()].flat())].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
