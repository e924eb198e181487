// What must be true after any blows: every due sample is stored once or lies in a gap that a blow explains, and each milestone
// that was reached was posted once.
import { expect } from 'vitest'
import { z } from 'zod'
import type { Minute } from '../../../src/domain/clock.js'
import type { GapReason } from '../../../src/domain/gap.js'
import { countMinutes } from '../../../src/drill/count-minutes.js'
import type { MinuteAccount } from '../../../src/drill/messages.js'
import { CHANNEL, type RoleScene } from './scene.js'

/** Why samples of some minutes may be missing. */
export interface Explanation {
  readonly from: Minute
  /** The last minute that may be concerned. */
  readonly until: Minute
  readonly reasons: readonly GapReason[]
}

const MAX_FIRST_MINUTES = 10

/** Sums all minutes in which all games were due, after it has checked each. */
export async function checkSamples(
  { store, span }: RoleScene,
  games: number,
  explanations: readonly Explanation[],
): Promise<{ readonly minutes: number; readonly due: number; readonly stored: number; readonly missing: number }> {
  const { from, until } = await span()
  const minutes = await countMinutes(store, { from, until })
  // A game is due from the first tick of its shard, and processes that begin share the shards among them first.
  const whole = minutes.slice(minutes.findIndex(({ due }) => due === games))
  const first = whole[0]?.minute ?? until
  expect(first - from).toBeLessThanOrEqual(MAX_FIRST_MINUTES)
  expect(whole.map(({ minute }) => minute)).toEqual(Array.from({ length: until - first }, (_, index) => first + index))
  for (const account of whole) checkMinute(account, games, explanations)
  const stored = whole.reduce((sum, one) => sum + one.stored, 0)
  const missing = whole.reduce((sum, one) => sum + missingOf(one), 0)
  return { minutes: whole.length, due: whole.length * games, stored, missing }
}

const missingOf = ({ gaps }: MinuteAccount): number => gaps.reduce((sum, [, count]) => sum + count, 0)

function checkMinute(account: MinuteAccount, games: number, explanations: readonly Explanation[]): void {
  const { minute, due, stored, gaps } = account
  expect({ minute, due, accounted: stored + missingOf(account) }).toEqual({ minute, due: games, accounted: games })
  const fitting = explanations.filter(({ from, until }) => from <= minute && minute <= until)
  const allowed = new Set(fitting.flatMap(({ reasons }) => reasons))
  const unexplained = gaps.filter(([reason]) => !allowed.has(reason))
  expect({ minute, unexplained, fitting: unexplained.length > 0 ? explanations : [] }).toEqual({
    ...{ minute, unexplained: [], fitting: [] },
  })
}

const crossings = z.object({ crossings: z.array(z.object({ rung: z.number() })) })

/** `reached`: the milestones of visits that each universe has reached since it was first sampled. */
export async function checkPosts(
  { database, discord }: RoleScene,
  reached: ReadonlyMap<number, readonly number[]>,
): Promise<number> {
  const rows = await database.run(
    `SELECT g.universe_id::float8 AS universe, n.facts, n.state, n.message_id AS message
     FROM notice AS n JOIN game AS g ON g.id = n.game_id WHERE n.kind = 'milestone' ORDER BY n.id`,
  )
  expect(rows.filter(({ state }) => state !== 'sent')).toEqual([])
  const reported = new Map([...reached.keys()].map((universe) => [universe, [] as number[]]))
  for (const { universe, facts } of rows) {
    const { crossings: found } = crossings.parse(typeof facts === 'string' ? JSON.parse(facts) : facts)
    reported.get(Number(universe))?.push(...found.map(({ rung }) => rung))
  }
  expect(reported).toEqual(reached)
  const posted = discord.world.messagesIn(CHANNEL).map(({ id }) => id)
  expect(posted.toSorted()).toEqual(rows.map(({ message }) => String(message)).toSorted())
  return posted.length
}
