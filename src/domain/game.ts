// An account's registration of one universe.
import type { Account } from './account.js'
import type { UniverseFacts } from './universe.js'

export interface Game {
  readonly id: number
  readonly accountId: number
  readonly universeId: number
  /** Updated at each tick to the universe's current name on the platform. */
  readonly name: string
  /** The linked Discord channel. */
  readonly channelId: string | null
  readonly isActive: boolean
  /**
   * True if a lower plan paused the game and no person has paused or resumed it since; a plan that allows it again
   * resumes it.
   */
  readonly isPausedByPlan: boolean
  /** True if its owner opted in to the public ranking. */
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

/** Omitted properties stay unchanged. This is an update by a person, so a plan no longer resumes the game by itself. */
export interface GameUpdate {
  readonly id: number
  readonly channelId?: string | null | undefined
  readonly isActive?: boolean | undefined
  readonly isPublic?: boolean | undefined
}

/** Games registered first are resumed first; the remaining ones, in the same order, exceeded the limit. */
export interface ResumedGames {
  readonly resumed: readonly Game[]
  readonly left: readonly Game[]
}

export interface GameStore {
  /**
   * Adds the game, or returns the account's existing game of this universe; rejects if there would be more than
   * `maxGames`.
   */
  add(draft: GameDraft): Promise<AddedGame>
  byId(id: number): Promise<Game | undefined>
  ofAccount(accountId: number): Promise<Game[]>
  /** The active games of all accounts, by id. */
  active(): Promise<Game[]>
  /** Returns the account's game with that internal id, or else its game with that universe id (API-10). */
  find(accountId: number, id: number): Promise<Game | undefined>
  byChannel(accountId: number, channelId: string): Promise<Game | undefined>
  /** The games of all accounts whose owners opted in to the public ranking. */
  published(): Promise<Game[]>
  /**
   * Returns false and writes nothing if it would resume a game while `maxActive` games of the account are already
   * active.
   */
  update(change: GameUpdate, maxActive?: number): Promise<boolean>
  /** Resumes the account's paused games, no matter who paused them, until `maxActive` are active. */
  resumeAll(accountId: number, maxActive: number): Promise<ResumedGames>
  remove(id: number, removedAt: number): Promise<void>
}

/** A game as one of the accounts that track it reads it. */
export interface AccountGame {
  readonly account: Account
  readonly game: Game
}
