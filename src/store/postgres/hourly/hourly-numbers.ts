// Stores the numbers that are computed once an hour of each game.
import { lt, sql } from 'drizzle-orm'
import {
  HOURLY_KINDS,
  type HourlyKind,
  type HourlyNumbersStore,
} from '../../../domain/insights/usual/hourly-numbers.js'
import type { Connection } from '../connection.js'
import { hourlyNumbers } from './schema.js'

const { universeId, gameId, kind, hour } = hourlyNumbers

export const hourlyNumbersStore = ({ read, write }: Connection): HourlyNumbersStore => ({
  after: async (place, limit) => {
    const key = [place?.universeId ?? -1, place?.gameId ?? -1, place === undefined ? -1 : numberOf(place.kind)]
    const rows = await read((orm) =>
      orm
        .select()
        .from(hourlyNumbers)
        .where(sql`(${universeId}, ${gameId}, ${kind}) > (${key[0]}, ${key[1]}, ${key[2]})`)
        .orderBy(universeId, gameId, kind)
        .limit(limit),
    )
    return rows.flatMap((row) => {
      const name = HOURLY_KINDS[row.kind]
      return name === undefined ? [] : [{ ...row, kind: name }]
    })
  },
  put: async (numbers) => {
    // Each in a transaction of its own: with locks on several, it and what rewrites a past could wait for each other.
    for (const one of numbers) {
      const row = { ...one, kind: numberOf(one.kind), data: Buffer.from(one.data) }
      const set = { hour: row.hour, basis: row.basis, data: row.data }
      await write(async ({ orm, run }) => {
        await run('SET LOCAL synchronous_commit = off')
        await orm
          .insert(hourlyNumbers)
          .values(row)
          .onConflictDoUpdate({ target: [universeId, gameId, kind], set })
      })
    }
  },
  removeBefore: (before) => write(async ({ orm }) => void (await orm.delete(hourlyNumbers).where(lt(hour, before)))),
})

const numberOf = (kind: HourlyKind): number => HOURLY_KINDS.indexOf(kind)
