// A database for the HTTP bench: an account, 200 games with 30 days, and one with 732 days of a sample a minute.
import { compose } from '../../src/compose.js'
import { readConfig } from '../../src/config.js'
import { DAY_MINUTES, dayOf, minuteOf } from '../../src/domain/clock.js'
import { MEASURE_NAMES } from '../../src/domain/measures.js'
import { type Block, emptyBlock } from '../../src/domain/sample.js'

export const GAMES = 200
export const DAYS = 30
export const LONGEST_DAYS = 732
const FIRST_UNIVERSE = 5_000_000_000

export interface Past {
  readonly databaseUrl: string
  readonly key: string
  /** The last day that is over, a day number. */
  readonly lastDay: number
  /** Internal ids: one with 30 days of a sample a minute, one with as long as may be asked for. */
  readonly monthId: number
  readonly longId: number
}

export async function writePast(databaseUrl: string, longestDays: number): Promise<Past> {
  const composed = await compose(configOf(databaseUrl))
  const { store, operations } = composed
  const now = Date.now()
  const lastDay = dayOf(minuteOf(now)) - 1
  const account = await operations.accounts.create({ name: 'Bench', plan: 'enterprise' })
  const ids: number[] = []
  for (let index = 0; index <= GAMES; index++) {
    const universe = {
      id: FIRST_UNIVERSE + index,
      name: `Game ${index}`,
      rootPlaceId: 1,
      updatedAt: null,
      condition: 'shown' as const,
    }
    const added = await store.games.add({
      accountId: account.id,
      universe,
      channelId: null,
      createdAt: now,
      maxGames: 1_000,
    })
    if (added.outcome === 'full') throw new Error('There is no room for the games of the bench.')
    ids.push(added.game.id)
    const days = index === GAMES ? longestDays : DAYS
    // Most games with a sample in ten minutes: the rows of 200 games would take minutes to write.
    const step = index === 0 || index === GAMES ? 1 : 10
    for (let day = lastDay - days + 1; day <= lastDay; day++)
      await store.series.importBlock(dayBlock(universe.id, day, step))
    await store.series.importBlock(blockOf(universe.id, [minuteOf(now)]))
  }
  const { secret } = await operations.keys.create(account, 'bench')
  await composed.close()
  return { databaseUrl, key: secret, lastDay, monthId: ids[0] ?? 0, longId: ids[GAMES] ?? 0 }
}

/** Nothing is asked of any platform: the address leads nowhere. */
export const configOf = (databaseUrl: string) =>
  readConfig({ DATABASE_URL: databaseUrl, PLATFORM_URL: 'http://127.0.0.1:9/{service}', LOG_LEVEL: 'silent' })

/** `until`: the minute after the last one. */
export const dayBlock = (universeId: number, day: number, step: number, until = (day + 1) * DAY_MINUTES): Block =>
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
