// A database for the bench of the commands: one account, linked to a server, with 500 games and their last 30 days.
import type { CompositionRoot } from '../../src/compose.js'
import { readConfig } from '../../src/config.js'
import { DAY_MINUTES, dayOf, minuteOf } from '../../src/domain/clock.js'
import { MEASURE_NAMES } from '../../src/domain/measures.js'
import { type Block, emptyBlock } from '../../src/domain/sample.js'

export const GUILD = '200000000000000001'
export const CHANNEL = '200000000000000010'
const GAMES = 500
/** With a sample a minute; the others have one in ten: their rows would take minutes to write, and few are read. */
const DENSE = 70
const FIRST_UNIVERSE = 6_000_000_000

/** Answers the names of the games with a sample a minute. */
export async function writeCommandsPast({ store, services }: CompositionRoot, days: number): Promise<string[]> {
  const now = Date.now()
  const minute = minuteOf(now)
  const account = await services.accounts.create({ name: 'Bench', plan: 'enterprise' })
  await services.guilds.link(account, GUILD)
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

/** Nothing is asked of any platform: the address leads nowhere. */
export const configOf = (databaseUrl: string) =>
  readConfig({ DATABASE_URL: databaseUrl, PLATFORM_URL: 'http://127.0.0.1:9/{service}', LOG_LEVEL: 'silent' })

/** `until`: the minute after the last one. */
const dayBlock = (universeId: number, day: number, step: number, until = (day + 1) * DAY_MINUTES): Block =>
  blockOf(
    universeId,
    Array.from(
      { length: Math.ceil((until - day * DAY_MINUTES) / step) },
      (_, index) => day * DAY_MINUTES + index * step,
    ),
  )

/** Values that look like a game's: a wave of players, counters that grow. */
function blockOf(universeId: number, minutes: readonly number[]): Block {
  const block = emptyBlock(universeId, minutes.length)
  minutes.forEach((minute, row) => {
    block.minutes[row] = minute
    for (const name of MEASURE_NAMES) block.columns[name][row] = Math.floor(minute / 7) + (universeId % 1_000)
    block.columns.ccu[row] = Math.round(5_000 + 4_000 * Math.sin(minute / 230) + (minute % 17))
  })
  return block
}
