// THE ordered list of measured columns. Export columns, tables, summaries and charts derive from it.

/**
 * - `column`: heading in exports (statistics-api.md, Time-series record).
 * - `kind`: a gauge is read off anew each time; a counter accumulates and may be corrected downward.
 * - `nullable`: may be missing in a sample (contract §1: the votes did not arrive).
 */
export const MEASURES = [
  { name: 'ccu', column: 'CCU', kind: 'gauge', nullable: false },
  { name: 'visits', column: 'visits', kind: 'counter', nullable: false },
  { name: 'favorites', column: 'favorites', kind: 'counter', nullable: false },
  { name: 'likes', column: 'likes', kind: 'counter', nullable: true },
  { name: 'dislikes', column: 'dislikes', kind: 'counter', nullable: true },
] as const

export type Measure = (typeof MEASURES)[number]['name']
export type NullableMeasure = Extract<(typeof MEASURES)[number], { nullable: true }>['name']
export type Counter = Extract<(typeof MEASURES)[number], { kind: 'counter' }>['name']

export const COUNTERS: readonly Counter[] = MEASURES.flatMap((measure) =>
  measure.kind === 'counter' ? [measure.name] : [],
)

export const MEASURE_NAMES: readonly Measure[] = MEASURES.map((measure) => measure.name)
