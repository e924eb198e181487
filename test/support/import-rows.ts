// Rows of an import from samples, and as objects again.
import { MEASURE_NAMES } from '../../src/domain/measures.js'
import type { Sample } from '../../src/domain/sample.js'
import { IMPORT_ROW, type ImportRow, ImportRows } from '../../src/domain/sample-file.js'

/** As a file with a header and a line for each sample. */
export async function* rowsOfSamples(samples: readonly Sample[]): AsyncGenerator<ImportRows> {
  const rows = new ImportRows()
  for (const [index, sample] of samples.entries()) rows.add({ line: index + 2, sample, revenue: null })
  yield rows
}

export function importedRows({ values, length }: ImportRows): ImportRow[] {
  return Array.from({ length }, (_, index) => {
    const at = index * IMPORT_ROW.width
    const valueAt = (place: number): number | null => {
      const value = values[at + place] ?? Number.NaN
      return Number.isNaN(value) ? null : value
    }
    const measures = MEASURE_NAMES.map((name, place) => [name, valueAt(1 + place)])
    const sample = { universeId: valueAt(IMPORT_ROW.universeId), minute: valueAt(0), ...Object.fromEntries(measures) }
    return { line: valueAt(IMPORT_ROW.line) ?? 0, sample, revenue: valueAt(IMPORT_ROW.revenue) }
  })
}
