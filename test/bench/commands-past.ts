// A database for the bench of the commands: one account, linked to a server, with 500 games and their last 30 days.
import type { Composed } from '../../src/compose.js'
import { DAY_MINUTES, dayOf, minuteOf } from '../../src/domain/clock.js'
import { dayBlock } from './past.js'

export const GUILD = '200000000000000001'
export const CHANNEL = '200000000000000010'
const GAMES = 500
/** With a sample a minute; the others have one in ten: their rows would take minutes to write, and few are read. */
const DENSE = 40
const FIRST_UNIVERSE = 6_000_000_000

/** Answers the names of the games with a sample a minute. */
export async function writeCommandsPast({ store, operations }: Composed, days: number): Promise<string[]> {
  const now = Date.now()
  const minute = minuteOf(now)
  const account = await operations.accounts.create({ name: 'Bench', plan: 'enterprise' })
  await operations.guilds.link(account, GUILD)
  const names: string[] = []
  for (let index = 0; index < GAMES; index++) {
    const name = `Game ${index} of the bench`
    const id = FIRST_UNIVERSE + index
    const universe = { id, name, rootPlaceId: 1, updatedAt: now - 3_600_000, condition: 'shown' as const }
    await store.games.add({ accountId: account.id, universe, channelId: null, createdAt: now, maxGames: GAMES })
    const step = index < DENSE ? 1 : 10
    for (let day = dayOf(minute) - days; day <= dayOf(minute); day++)
      await store.series.importBlock(dayBlock(id, day, step, Math.min(minute + 1, (day + 1) * DAY_MINUTES)))
    if (index < DENSE) names.push(name)
  }
  return names
}
