// Stores the numbers that are computed once an hour of each game.
import { lt, placeholder, sql } from 'drizzle-orm'
import { HOURLY_KINDS, type HourlyNumbersStore } from '../../../domain/insights/usual/hourly-numbers.js'
import type { Connection } from '../connection.js'
import { hourlyNumbers } from './schema.js'

const { universeId, gameId, kind, hour } = hourlyNumbers

/** Nothing is lost with a write that a power failure undoes: they are computed again. So none waits for the disk. */
export function hourlyNumbersStore(connection: Connection): HourlyNumbersStore {
  const { orm, writeUnsynced } = connection
  const putOne = preparePut(connection)
  return {
    after: async (place, limit) => {
      const key = [place?.universeId ?? -1, place?.gameId ?? -1, place === undefined ? -1 : numberOf(place.kind)]
      const rows = orm
        .select()
        .from(hourlyNumbers)
        .where(sql`(${universeId}, ${gameId}, ${kind}) > (${key[0]}, ${key[1]}, ${key[2]})`)
        .orderBy(universeId, gameId, kind)
        .limit(limit)
        .all()
      return rows.flatMap((row) => {
        const name = HOURLY_KINDS[row.kind]
        return name === undefined ? [] : [{ ...row, kind: name }]
      })
    },
    put: async (numbers) =>
      writeUnsynced(() => {
        for (const one of numbers) putOne.run({ ...one, kind: numberOf(one.kind), data: Buffer.from(one.data) })
      }),
    removeBefore: async (before) => writeUnsynced(() => void orm.delete(hourlyNumbers).where(lt(hour, before)).run()),
  }
}

/** Prepared, because a batch of games is written in one turn: the statement took ten times as long to make as to run. */
const preparePut = ({ orm }: Connection) =>
  orm
    .insert(hourlyNumbers)
    .values({
      universeId: placeholder('universeId'),
      gameId: placeholder('gameId'),
      kind: placeholder('kind'),
      hour: placeholder('hour'),
      basis: placeholder('basis'),
      data: placeholder('data'),
    })
    .onConflictDoUpdate({
      target: [universeId, gameId, kind],
      set: { hour: sql`excluded.hour`, basis: sql`excluded.basis`, data: sql`excluded.data` },
    })
    .prepare()

const numberOf = (kind: (typeof HOURLY_KINDS)[number]): number => HOURLY_KINDS.indexOf(kind)
