// Three whole weeks of a game; the second one is damaged.
import { dayOf, isoOfDay, WEEK_MINUTES } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import { MIDNIGHT, minutes } from '../../support/export-files.js'
import type { TestHttp } from '../../support/start-http.js'
import { flipBit } from '../../support/store/damage-file.js'

/** Thursday, 2026-05-21, because stored weeks begin on Thursday. */
export const FIRST = (Math.floor(MIDNIGHT / WEEK_MINUTES) - 3) * WEEK_MINUTES
export const DAMAGED = FIRST + WEEK_MINUTES

/** The date of a day, counted from the first day of the damaged week. */
export const dateOf = (day: number): string => isoOfDay(dayOf(DAMAGED) + day)

export async function writeWeeks(http: TestHttp, game: Game): Promise<void> {
  await http.write(game.universeId, minutes(3 * WEEK_MINUTES, FIRST), { ccu: 10 })
}

export const damageWeek = (http: TestHttp, game: Game, bit?: number): void =>
  flipBit({ file: http.databaseFile, universeId: game.universeId, minute: DAMAGED }, bit)
