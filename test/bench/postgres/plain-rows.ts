// What the series are compared with: a row for each sample in the same server, written with one statement a tick.
import { MEASURE_NAMES } from '../../../src/domain/measures.js'
import type { Block, Sample } from '../../../src/domain/sample.js'
import { sampleAt } from '../../../src/series/blocks.js'
import type { BenchServer } from './server.js'

const COLUMNS = ['universe_id', 'minute', ...MEASURE_NAMES]
/** The protocol allows 65,535 values in a statement. */
const MAX_ROWS = Math.floor(65_535 / COLUMNS.length)
/** Rows of a bulk load in one statement. */
const LOAD_ROWS = 20_000

export interface PlainRows {
  create(): Promise<void>
  load(block: Block): Promise<void>
  /** As an application writes a tick: a statement of many rows, as few as the protocol allows. */
  write(samples: readonly Sample[]): Promise<void>
  summary(universeIds: readonly number[], from: number, until: number): Promise<unknown>
  export(universeId: number, from: number, until: number): Promise<unknown>
  bytes(): Promise<number>
}

const valuesOf = (sample: Sample): (number | null)[] => [
  sample.universeId,
  sample.minute,
  ...MEASURE_NAMES.map((name) => sample[name]),
]

export function plainRows({ query }: BenchServer): PlainRows {
  return {
    create: async () => {
      const columns = MEASURE_NAMES.map((name) => `${name} ${name === 'ccu' ? 'integer' : 'bigint'}`).join(', ')
      await query(
        `CREATE TABLE plain (universe_id bigint, minute integer, ${columns}, PRIMARY KEY (universe_id, minute))`,
      )
    },
    async load(block) {
      for (let from = 0; from < block.minutes.length; from += LOAD_ROWS) {
        const until = Math.min(block.minutes.length, from + LOAD_ROWS)
        const rows = Array.from({ length: until - from }, (_, row) => valuesOf(sampleAt(block, from + row)))
        const arrays = COLUMNS.map((_, column) => `{${rows.map((row) => row[column] ?? 'NULL').join(',')}}`)
        const types = COLUMNS.map((_, column) => `$${column + 1}::bigint[]`).join(', ')
        await query(`INSERT INTO plain SELECT * FROM unnest(${types})`, arrays)
      }
    },
    async write(samples) {
      await query('BEGIN')
      for (let from = 0; from < samples.length; from += MAX_ROWS) {
        const rows = samples.slice(from, from + MAX_ROWS)
        const places = rows.map((_, row) => `(${COLUMNS.map((_, column) => `$${row * COLUMNS.length + column + 1}`)})`)
        await query(`INSERT INTO plain VALUES ${places.join(',')} ON CONFLICT DO NOTHING`, rows.flatMap(valuesOf))
      }
      await query('COMMIT')
    },
    summary: (universeIds, from, until) =>
      query(
        `SELECT universe_id, minute / 1440 AS day, count(*), min(ccu), max(ccu), avg(ccu), max(visits), max(favorites),
           max(likes), max(dislikes) FROM plain
         WHERE universe_id = ANY($1::bigint[]) AND minute >= $2 AND minute < $3 GROUP BY 1, 2 ORDER BY 1, 2`,
        [`{${universeIds.join(',')}}`, from, until],
      ),
    export: (universeId, from, until) =>
      query(
        `SELECT ${COLUMNS.join(', ')} FROM plain WHERE universe_id = $1 AND minute >= $2 AND minute < $3 ORDER BY minute`,
        [universeId, from, until],
      ),
    bytes: async () => {
      const [row] = await query<{ bytes: number }>(`SELECT pg_total_relation_size('plain')::float8 AS bytes`)
      return row?.bytes ?? Number.NaN
    },
  }
}
