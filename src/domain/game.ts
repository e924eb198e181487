// An account's registration of one universe.
import type { UniverseFacts } from './universe.js'

export interface Game {
  readonly id: number
  readonly accountId: number
  readonly universeId: number
  /** Follows the platform's name of the universe at each tick. */
  readonly name: string
  /** The linked Discord channel. */
  readonly channelId: string | null
  readonly isActive: boolean
  /** Its owner opted in to the public ranking. */
  readonly isPublic: boolean
  readonly createdAt: number
}

export interface GameDraft {
  readonly accountId: number
  readonly universe: UniverseFacts
  readonly channelId: string | null
  readonly createdAt: number
  readonly maxGames: number
}

export type AddedGame =
  | { readonly outcome: 'added' | 'known'; readonly game: Game }
  | { readonly outcome: 'full'; readonly count: number }

export interface GameStore {
  /** Adds, or answers the game that the account has of this universe; refuses above `maxGames`. */
  add(draft: GameDraft): Promise<AddedGame>
  byId(id: number): Promise<Game | undefined>
  ofAccount(accountId: number): Promise<Game[]>
  /** The active games of all accounts, by id. */
  active(): Promise<Game[]>
  /** The account's game of that internal id; where it has none, its game of that universe id (contract §3). */
  find(accountId: number, id: number): Promise<Game | undefined>
  byChannel(accountId: number, channelId: string): Promise<Game | undefined>
  /** Those of all accounts whose owners opted in to the public ranking. */
  published(): Promise<Game[]>
  /** Writes channel, activity, and whether it is public. */
  update(game: Game): Promise<void>
  remove(id: number, removedAt: number): Promise<void>
}
