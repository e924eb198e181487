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
  /** A lower plan paused it, and no person has paused or resumed it since: a plan that allows it again resumes it. */
  readonly isPausedByPlan: boolean
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

/** What is left out stays as it is. A person says so: what is paused or resumed is not the plan's any more. */
export interface GameUpdate {
  readonly id: number
  readonly channelId?: string | null | undefined
  readonly isActive?: boolean | undefined
  readonly isPublic?: boolean | undefined
}

/** Resumed are those registered first; those left, in the same order, had no room. */
export interface ResumedGames {
  readonly resumed: readonly Game[]
  readonly left: readonly Game[]
}

export interface GameStore {
  /** Adds, or answers the game that the account has of this universe; refuses above `maxGames`. */
  add(draft: GameDraft): Promise<AddedGame>
  byId(id: number): Promise<Game | undefined>
  ofAccount(accountId: number): Promise<Game[]>
  /** The active games of all accounts, by id. */
  active(): Promise<Game[]>
  /** The account's game of that internal id; where it has none, its game of that universe id (API-10). */
  find(accountId: number, id: number): Promise<Game | undefined>
  byChannel(accountId: number, channelId: string): Promise<Game | undefined>
  /** Those of all accounts whose owners opted in to the public ranking. */
  published(): Promise<Game[]>
  /** False, and nothing is written, where it would resume a game and `maxActive` of the account are active already. */
  update(change: GameUpdate, maxActive?: number): Promise<boolean>
  /** Resumes the account's paused games, whoever paused them, while fewer than `maxActive` are active. */
  resumeAll(accountId: number, maxActive: number): Promise<ResumedGames>
  remove(id: number, removedAt: number): Promise<void>
}
