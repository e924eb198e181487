// Marks games: the tags of an account's games, which its members share, and the favorites of a person (WEB-35).
import type { Account } from '../../domain/account.js'
import type { Session } from '../../domain/auth/session.js'
import { rejection } from '../../domain/error.js'
import type { Game } from '../../domain/game.js'
import { favoriteOwner, type GameMarkStore, MAX_TAG_LENGTH, MAX_TAGS } from '../../domain/game-marks.js'
import type { AuditLog } from '../audit/audit-log.js'
import { noteOfGame } from '../audit/notes.js'
import { compactedName } from '../reading/ranking/show-ranking.js'

export function createMarkGames({ store: { marks }, audit }: { store: { marks: GameMarkStore }; audit: AuditLog }) {
  return {
    /** By the id of the game; games without tags are missing. */
    tags: ({ id }: Account) => marks.tags(id),
    /** Rejects the text that `setTags` would reject. */
    checkTags: (text: string): void => void tagsIn(text),
    /** Replaces the tags of the game by those of a text with commas. Rejects more than 10, and tags over 24 characters. */
    setTags: async (game: Game, text: string): Promise<void> => {
      const tags = tagsIn(text)
      await audit.commit(noteOfGame('tags changed', game, text), () => marks.setTags(game.id, tags))
    },
    /** The ids of the games that are favorites of the person of the session. */
    favorites: async (session: Session) => marks.favorites(favoriteOwner(session).person),
    setFavorite: async (session: Session, { id }: Game, isFavorite: boolean) =>
      marks.setFavorite(favoriteOwner(session), id, isFavorite),
  }
}

/** Tags that differ only in case or accents are one. */
function tagsIn(text: string): string[] {
  const texts = text.split(',').map((tag) => tag.normalize('NFC').replace(/\s+/g, ' ').trim())
  const tags = new Map(texts.filter((tag) => tag !== '').map((tag) => [compactedName(tag), tag]))
  if (tags.size > MAX_TAGS)
    throw rejection('INVALID_PARAMETERS', { name: 'too many tags', facts: { most: MAX_TAGS, count: tags.size } })
  const long = [...tags.values()].find((tag) => [...tag].length > MAX_TAG_LENGTH)
  if (long !== undefined)
    throw rejection('INVALID_PARAMETERS', { name: 'tag too long', facts: { most: MAX_TAG_LENGTH, tag: long } })
  return [...tags.values()]
}
