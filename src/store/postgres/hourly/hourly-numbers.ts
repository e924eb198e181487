// Stores the numbers that are computed once an hour of each game.
import { inArray, lt, sql } from 'drizzle-orm'
import {
  HOURLY_KINDS,
  type HourlyKind,
  type HourlyNumbersStore,
} from '../../../domain/insights/usual/hourly-numbers.js'
import type { Connection } from '../connection.js'
import { hourlyNumbers } from './schema.js'

const { universeId, gameId, kind, hour } = hourlyNumbers

export function hourlyNumbersStore(connection: Connection): HourlyNumbersStore {
  removeRewritten(connection)
  return storeOf(connection)
}

/**
 * Another process may rewrite a past while numbers that follow from it are on their way here, which are then stored after its transaction
 * has deleted those of before. So they are deleted once more when the news of it arrives.
 */
function removeRewritten({ events, write }: Connection): void {
  const waiting = new Set<number | 'all'>()
  let isRemoving = false
  const remove = async (): Promise<void> => {
    isRemoving = true
    try {
      while (waiting.size > 0) {
        const ids = [...waiting]
        waiting.clear()
        const some = ids.filter((id) => id !== 'all')
        await write(async ({ orm }) => {
          const rows = orm.delete(hourlyNumbers)
          await (some.length < ids.length ? rows : rows.where(inArray(universeId, some)))
        })
      }
    } catch {
      // The store was closed, or the server is gone; then the news of other processes are missed, and all rows are removed.
      waiting.add('all')
    } finally {
      isRemoving = false
    }
  }
  events.subscribe((event) => {
    if (event.type === 'changes missed') waiting.add('all')
    if (event.type === 'history rewritten') waiting.add(event.universeId)
    if (waiting.size > 0 && !isRemoving) void remove()
  })
}

const storeOf = ({ read, write }: Connection): HourlyNumbersStore => ({
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
