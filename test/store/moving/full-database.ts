// A SQLite file with rows in every table: series as ticks, imports and retention leave them, among them damaged ones, and records with every
// kind of value, made from the schema itself.
import { systemClock } from '../../../src/domain/clock.js'
import { openStore } from '../../../src/store/open-store.js'
import { movedTables } from '../../../src/store/postgres/moving/tables.js'
import { Database } from '../../../src/store/sqlite/driver.js'
import type { MovedColumn, MovedTable } from '../../../src/store/values/moving/tables.js'
import { flipBit } from '../../support/store/damage-file.js'
import { blockOf, sample } from '../contract/support.js'

/** 2026-01-01, a Thursday, on which a week begins. */
export const FIRST = 20_454 * 1_440
export const UNIVERSES = [7, 4_003, 12_000_000_001] as const
/** The universe and the first minute of a week whose bytes are damaged. */
export const DAMAGED = { universeId: 4_003, minute: FIRST } as const

const WEEKS = 3
const WEEK_MINUTES = 10_080
const TICKS = 40
export const LAST = FIRST + WEEKS * WEEK_MINUTES + TICKS - 1

export async function makeFullDatabase(file: string): Promise<void> {
  const store = await openStore(`file:${file}`, { clock: systemClock })
  for (const universeId of UNIVERSES) {
    const rows = Array.from({ length: (WEEKS * WEEK_MINUTES) / 5 }, (_, row) =>
      sample(universeId, FIRST + row * 5, (row * row * 7_919 + universeId) % 503),
    )
    await store.series.importBlock(blockOf(universeId, rows))
  }
  for (let tick = 0; tick < TICKS; tick++) {
    const minute = FIRST + WEEKS * WEEK_MINUTES + tick
    const [first, second, third] = UNIVERSES
    const present = tick % 5 === 3 ? [first, third] : [...UNIVERSES]
    const schedules = tick === 0 ? UNIVERSES.map((universeId) => ({ universeId, since: minute, interval: 1 })) : []
    await store.series.recordTick({
      minute,
      samples: present.map((universeId) => sample(universeId, minute, 10 + tick)),
      gaps: tick % 5 === 3 ? [{ universeId: second, from: minute, until: minute + 1, reason: 'hidden' }] : [],
      facts: [],
      schedules,
      cursor: { minute, clockWasWrong: false },
    })
  }
  store.close()
  flipBit({ file, ...DAMAGED })
  fillTables(file)
}

/** Those that the store filled, and those whose one row means something. */
const SERIES = ['series', 'segment', 'rollup', 'hour_samples', 'head_row', 'tick_cursor', 'schedule', 'gap']
const ROWS = 40
const TEXTS = ['', 'a', 'B', 'ä', '👾 game', "it's", 'with "quotes"\nand, commas', '\\x00', 'Ω', '\u{10FFFF}']

function fillTables(file: string): void {
  const raw = new Database(file)
  raw.pragma('foreign_keys = ON')
  const numbers = raw.prepare<[], number>('SELECT number FROM series ORDER BY number').pluck().all()
  const parents = (table: MovedTable) =>
    new Map(
      (raw.pragma(`foreign_key_list("${table.name}")`) as { from: string; table: string; to: string }[]).map((key) => [
        key.from,
        raw.prepare<[], unknown>(`SELECT "${key.to}" FROM "${key.table}" ORDER BY 1`).pluck().all(),
      ]),
    )
  for (const table of movedTables()) {
    if (SERIES.includes(table.name)) continue
    const nullable = new Set(
      (raw.pragma(`table_info("${table.name}")`) as { name: string; notnull: number; pk: number }[])
        .filter(({ notnull, pk }) => notnull === 0 && pk === 0)
        .map(({ name }) => name),
    )
    const known = parents(table)
    const isWeeks = table.name === 'damaged_segment'
    const isSingle = table.name === 'correct_time'
    for (let row = 0; row < (isSingle ? 1 : ROWS); row++) {
      const values = new Map(
        table.columns.map((column, index) => {
          const ids = known.get(column.name)
          if (nullable.has(column.name) && (row + index) % 4 === 0) return [column.name, null]
          if (ids !== undefined) return [column.name, ids[row % ids.length]]
          return [column.name, valueAt(column, row)]
        }),
      )
      if (isWeeks) {
        values.set('key', (numbers[row % numbers.length] ?? 0) * 1_000_000 + 500_000 + 2_800 + row)
        for (const name of ['universe_id', 'week']) values.delete(name)
      }
      if (table.name === 'removed_segment') values.set('bytes', (values.get('data') as Buffer).length)
      const names = [...values.keys()]
      const statement = `INSERT INTO "${table.name}" (${names.map((name) => `"${name}"`).join(', ')})
        VALUES (${names.map(() => '?').join(', ')})`
      raw.prepare<unknown[]>(statement).run(...values.values())
    }
  }
  // The hours of a time that is over are not stored by themselves.
  for (const number of numbers)
    raw.prepare('INSERT OR REPLACE INTO hour_samples VALUES (?, ?, ?)').run(number, LAST, Buffer.from([number, 1, 2]))
  // Numbers of rows that are gone are not given again.
  raw.exec('DELETE FROM game WHERE id = (SELECT max(id) FROM game); DELETE FROM event WHERE id > 30')
  raw.close()
}

/** Different in each row, so that no unique index rejects it. */
function valueAt({ name, kind }: MovedColumn, row: number): unknown {
  if (kind === 'whole')
    return name === 'id' ? row + 1 : /minute|week|slot|samples|interval/.test(name) ? row + 5 : large(row)
  if (kind === 'real') return row * 0.1 + 1 / 3
  if (kind === 'flag') return row % 2
  if (kind === 'json') return JSON.stringify({ kind: 'group', id: row, name: TEXTS[row % TEXTS.length] })
  if (kind === 'bytes') return Buffer.from(Array.from({ length: row * 7 + 1 }, (_, index) => (index * row * 31) & 255))
  return `${TEXTS[row % TEXTS.length]}${row}`
}

const large = (row: number): number => (row % 3 === 0 ? Number.MAX_SAFE_INTEGER - row : row + 1)

/** All rows of all tables of a file, in an order that does not depend on how they were written. */
export function contentsOf(file: string): Record<string, unknown> {
  const raw = new Database(file, { readonly: true })
  try {
    const names = raw
      .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_stat%'`)
      .pluck()
      .all()
    return Object.fromEntries(
      names.map((name) => [
        name,
        raw
          .prepare<[], unknown[]>(`SELECT * FROM "${name}"`)
          .raw()
          .all()
          .map((row) => JSON.stringify(row.map((value) => (Buffer.isBuffer(value) ? value.toString('hex') : value))))
          .sort(),
      ]),
    )
  } finally {
    raw.close()
  }
}
