// Samples from a file: checked whole first, then written over what was there (contract §6).
import { type Clock, DAY_MINUTES, dayOf, minuteOf } from '../../domain/clock.js'
import { invalid } from '../../domain/error.js'
import type { ImportRow } from '../../domain/import-row.js'
import { MEASURE_NAMES } from '../../domain/measures.js'
import type { ImportCount } from '../../domain/ports/series.js'
import type { Store } from '../../domain/ports/store.js'
import { type Block, emptyBlock, type Sample } from '../../domain/sample.js'

/** About a gigabyte in memory; a longer history goes in several files. */
const MOST_ROWS = 10_000_000

/** Samples by universe and UTC day, and within by minute: of two for one minute the later line counts. */
type Days = Map<number, Map<number, Map<number, Sample>>>

export function bindImportSamples({ store, clock }: { store: Store; clock: Clock }) {
  return async function importSamples(rows: AsyncIterable<ImportRow>): Promise<ImportCount> {
    const { days, firstLine } = await gather(rows, minuteOf(clock.now()))
    const known = await store.universes.known([...firstLine.keys()])
    for (const [universeId, line] of firstLine) {
      if (!known.has(universeId)) {
        throw invalid(
          `Line ${line}: universe ${universeId} is not known here. Add it as a game first. Nothing was imported.`,
        )
      }
    }
    const total = { imported: 0, corrected: 0, unchanged: 0 }
    for (const [universeId, byDay] of days) {
      for (const samples of byDay.values()) {
        const done = await store.series.importBlock(blockOf(universeId, samples))
        total.imported += done.imported
        total.corrected += done.corrected
        total.unchanged += done.unchanged
      }
    }
    return total
  }
}

async function gather(rows: AsyncIterable<ImportRow>, now: number) {
  const days: Days = new Map()
  const firstLine = new Map<number, number>()
  let count = 0
  for await (const { line, sample, revenue } of rows) {
    if (++count > MOST_ROWS) throw invalid(`The file has more than ${MOST_ROWS} lines. Split it. Nothing was imported.`)
    if (sample.minute > now) throw invalid(`Line ${line}: its time lies in the future. Nothing was imported.`)
    if (revenue !== null) throw invalid(`Line ${line}: revenue must be empty. Nothing was imported.`)
    if (!firstLine.has(sample.universeId)) firstLine.set(sample.universeId, line)
    const byDay = entry(days, sample.universeId, () => new Map<number, Map<number, Sample>>())
    entry(byDay, dayOf(sample.minute), () => new Map<number, Sample>()).set(sample.minute % DAY_MINUTES, sample)
  }
  return { days, firstLine }
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

function blockOf(universeId: number, samples: ReadonlyMap<number, Sample>): Block {
  const sorted = [...samples.values()].sort((a, b) => a.minute - b.minute)
  const block = emptyBlock(universeId, sorted.length)
  sorted.forEach((sample, row) => {
    block.minutes[row] = sample.minute
    for (const name of MEASURE_NAMES) block.columns[name][row] = sample[name] ?? Number.NaN
  })
  return block
}
