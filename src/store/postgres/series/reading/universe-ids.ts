// Which universes have rows, for what goes through all of them.
import type { Minute } from '../../../../domain/clock.js'
import type { Statements } from '../../connection.js'

const idsOf = (rows: readonly { readonly universeId: number }[]): number[] => rows.map(({ universeId }) => universeId)

/** Those with segments. */
export const readUniverseIds = async (run: Statements): Promise<number[]> =>
  idsOf(await run('SELECT universe_id::float8 AS "universeId" FROM series ORDER BY universe_id'))

/** Those with samples that are in no segment yet. */
export const readHeadIds = async (run: Statements): Promise<number[]> =>
  idsOf(await run('SELECT DISTINCT universe_id::float8 AS "universeId" FROM head_row ORDER BY 1'))

/** Those whose rollups must be computed again. */
export const readStaleIds = async (run: Statements): Promise<number[]> =>
  idsOf(await run('SELECT DISTINCT universe_id::float8 AS "universeId" FROM rollup WHERE data IS NULL ORDER BY 1'))

/** Those with segments at `since` or later that have no row of hours. */
export async function readIdsWithoutHours(run: Statements, since: Minute): Promise<number[]> {
  const all = await run<{ universeId: number }>(
    'SELECT universe_id::float8 AS "universeId" FROM series WHERE last_minute >= $1 ORDER BY universe_id',
    [since],
  )
  const known = new Set(idsOf(await run('SELECT universe_id::float8 AS "universeId" FROM hour_samples')))
  return idsOf(all).filter((id) => !known.has(id))
}
