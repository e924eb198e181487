// What people mark games with: the tags of an account's games, and the favorites of a person (WEB-35).
import type { Session } from './auth/session.js'

export const MAX_TAGS = 10
/** In characters. */
export const MAX_TAG_LENGTH = 24

/** The person who has the favorites. Favorites of a session that began with a login link end with it. */
export interface FavoriteOwner {
  readonly person: string
  readonly sessionId: number | null
}

export const favoriteOwner = ({ id, discordUserId }: Session): FavoriteOwner =>
  discordUserId === null
    ? { person: `session ${id}`, sessionId: id }
    : { person: discordPerson(discordUserId), sessionId: null }

/** The person as whom somebody who signs in with Discord has favorites. */
export const discordPerson = (discordUserId: string): string => `discord ${discordUserId}`

export interface GameMarkStore {
  /** By the number of the game, in the order in which they were given; games without tags are missing. */
  tags(accountId: number): Promise<ReadonlyMap<number, readonly string[]>>
  /** Replaces the tags of the game. */
  setTags(gameId: number, tags: readonly string[]): Promise<void>
  /** The numbers of the person's favorite games, of all accounts. */
  favorites(person: string): Promise<ReadonlySet<number>>
  setFavorite(owner: FavoriteOwner, gameId: number, isFavorite: boolean): Promise<void>
}
