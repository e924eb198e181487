// The people who use commands in tests, and past samples of their games.
import type { Account } from '../../src/domain/account.js'
import { DAY_MINUTES, dayOf, type Minute, minuteOf } from '../../src/domain/clock.js'
import type { Game } from '../../src/domain/game.js'
import { MEASURE_NAMES } from '../../src/domain/measures.js'
import { emptyBlock, type Measurements } from '../../src/domain/sample.js'
import { NOON } from '../support/start-app.js'
import type { BotFixture } from './scene.js'

/** The owner of the fixture's server. */
export const OWNER = { id: '1', username: 'owner' }
/** The member fields that Discord sends for a person who may manage the server. */
export const MODERATOR = { permissions: ['ManageGuild' as const, 'ViewChannel' as const, 'SendMessages' as const] }
/** A person who is a member of the account and of no server. */
export const MEMBER = { id: '300000000000000077', username: 'studio-member' }

export const MINUTE_NOW = minuteOf(NOON)
export const TODAY = dayOf(MINUTE_NOW)

export const join = ({ app }: BotFixture, account: Account, user = MEMBER): Promise<void> =>
  app.store.members.set({ accountId: account.id, discordUserId: user.id, role: 'viewer', createdAt: NOON })

/** Writes a sample at each of these minutes. All at once, because the store compresses whole weeks. */
export async function write(
  { app }: BotFixture,
  { universeId }: Game,
  minutes: readonly Minute[],
  valuesAt: (minute: Minute) => Partial<Measurements> = () => ({}),
): Promise<void> {
  const block = emptyBlock(universeId, minutes.length)
  const ascending = [...minutes].sort((a, b) => a - b)
  ascending.forEach((minute, row) => {
    const sample = { ccu: 10, visits: 1_000, favorites: 100, likes: 80, dislikes: 20, ...valuesAt(minute) }
    block.minutes[row] = minute
    for (const name of MEASURE_NAMES) block.columns[name][row] = sample[name] ?? Number.NaN
  })
  if (minutes.length > 0) await app.store.series.importBlock(block)
}

export const minutesBetween = (from: Minute, until: Minute, step = 1): Minute[] =>
  Array.from({ length: Math.max(0, Math.ceil((until - from) / step)) }, (_, index) => from + index * step)

/** The last minutes of the days before today, as many as given. */
export const evenings = (days: number): Minute[] =>
  Array.from({ length: days }, (_, index) => (TODAY - days + index + 1) * DAY_MINUTES - 1)
