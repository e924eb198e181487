// Which of an account's games fit into a plan: those that were registered first (PLANS-7).
import type { Account } from '../account.js'
import type { Game, ResumedGames } from '../game.js'

/** null leaves the games unchanged. */
export interface PlanLimits {
  /** The games registered last are paused until at most this many are active. */
  readonly pauseAbove: number | null
  /** Games that a plan had paused are resumed, those registered first before the others, until this many are active. */
  readonly resumeUpTo: number | null
}

export interface PlanChange extends ResumedGames {
  readonly paused: readonly Game[]
}

/** Another process changed the account after it was read. */
export class AccountConflict extends Error {}

export interface PlanChangeStore {
  /**
   * Updates the account and pauses or resumes its games in one transaction. Where other processes share the database, rejects with
   * AccountConflict unless the account is still as `before`, if that is given.
   */
  changePlan(account: Account, limits: PlanLimits, before?: Account): Promise<PlanChange>
}

const byRegistration = (games: readonly Game[]): Game[] =>
  games.toSorted((a, b) => a.createdAt - b.createdAt || a.id - b.id)

export const gamesAbove = (games: readonly Game[], maxActive: number): readonly Game[] =>
  byRegistration(games.filter(({ isActive }) => isActive)).slice(maxActive)

export function gamesToResume(
  games: readonly Game[],
  maxActive: number,
  mayResume: (paused: Game) => boolean,
): ResumedGames {
  const paused = byRegistration(games.filter((game) => !game.isActive && mayResume(game)))
  const room = Math.max(0, maxActive - games.filter(({ isActive }) => isActive).length)
  return { resumed: paused.slice(0, room), left: paused.slice(room) }
}
