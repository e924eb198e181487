// The only ordered list of measures: tables, exports, summaries, charts, the API and the tests' oracle derive from it.

/**
 * A new measure is added at the end and is nullable, because older samples do not have it. `number`: the id of the
 * column in stored bytes (series/codec/FORMAT.md), never changed and never reused. `column`: the heading
 * in exports (API-24). `kind`: a gauge is a current value; a counter accumulates and may be corrected downward.
 * `nullable`: the value may be missing in a sample (DATA-3: the votes did not arrive; DATA-22: an imported file has no
 * totals). `example`, `about`: what the API documentation shows and says of it, with its unit and its source.
 */
export const MEASURES = [
  {
    name: 'ccu',
    number: 1,
    column: 'CCU',
    kind: 'gauge',
    nullable: false,
    example: 413,
    about: 'players at one time (Roblox: `playing`)',
  },
  {
    name: 'visits',
    number: 2,
    column: 'visits',
    kind: 'counter',
    nullable: true,
    example: 39206917,
    about: 'visits in all (Roblox: `visits`)',
  },
  {
    name: 'favorites',
    number: 3,
    column: 'favorites',
    kind: 'counter',
    nullable: true,
    example: 316809,
    about: 'favorites in all (Roblox: `favoritedCount`)',
  },
  {
    name: 'likes',
    number: 4,
    column: 'likes',
    kind: 'counter',
    nullable: true,
    example: 120514,
    about: 'likes in all (Roblox: `upVotes`)',
  },
  {
    name: 'dislikes',
    number: 5,
    column: 'dislikes',
    kind: 'counter',
    nullable: true,
    example: 9632,
    about: 'dislikes in all (Roblox: `downVotes`)',
  },
] as const

type AnyMeasure = (typeof MEASURES)[number]

export type Measure = AnyMeasure['name']
export type NullableMeasure = Extract<AnyMeasure, { nullable: true }>['name']
export type CounterMeasure = Extract<AnyMeasure, { kind: 'counter' }>['name']

export const MEASURE_NAMES: readonly Measure[] = MEASURES.map((measure) => measure.name)

/** The numbers of a row of samples: its minute and its measures. */
export const ROW_WIDTH = 1 + MEASURE_NAMES.length

/** All measures but CCU, which has its own sums; of these, a range has the first and the last values. */
export type ClosingMeasure = Exclude<Measure, 'ccu'>

export const CLOSING_MEASURES: readonly ClosingMeasure[] = MEASURE_NAMES.filter((name) => name !== 'ccu')

/** The measures that API-24 names. */
export const SPECIFIED_MEASURES = [
  'ccu',
  'visits',
  'favorites',
  'likes',
  'dislikes',
] as const satisfies readonly Measure[]
type SpecifiedMeasure = (typeof SPECIFIED_MEASURES)[number]
export type AddedMeasure = Exclude<Measure, SpecifiedMeasure>

/** Measures added later: in files, their columns follow all columns that API-24 names, revenue included. */
export const ADDED_MEASURES: readonly AddedMeasure[] = MEASURE_NAMES.filter(
  (name): name is AddedMeasure => !SPECIFIED_MEASURES.some((specified) => specified === name),
)

/** A tick stores no sample without these, so the head rows always have them; imported samples may lack the totals. */
export const SAMPLED_MEASURES: readonly Measure[] = ['ccu', 'visits', 'favorites']

const measureOf = (name: Measure): AnyMeasure | undefined => MEASURES.find((measure) => measure.name === name)

/** Whether the measure is a total that goes on growing. */
export const isCounterMeasure = (name: Measure): name is CounterMeasure => measureOf(name)?.kind === 'counter'

export const columnOf = (name: Measure): string => measureOf(name)?.column ?? name

/** The example value for the API documentation. */
export const exampleOf = (name: Measure): number => measureOf(name)?.example ?? 0

/** The description in the API documentation: unit and source. */
export const descriptionOf = (name: Measure): string => measureOf(name)?.about ?? name

export function byMeasure<M extends Metric, T>(
  names: readonly M[],
  make: (name: NoInfer<M>, index: number) => T,
): Record<M, T> {
  // A loop takes a fraction of the time of Object.fromEntries, and this is called for each stored day that is read.
  const made = {} as Record<M, T>
  names.forEach((name, index) => {
    made[name] = make(name, index)
  })
  return made
}

/** What can be charted and compared (DISCORD-6): the measures, and the ratio that follows from two of them. */
export type Metric = Measure | 'like_ratio'

export const METRICS: readonly Metric[] = [...MEASURE_NAMES, 'like_ratio']

export const isMetric = (text: string): text is Metric => METRICS.some((metric) => metric === text)

/**
 * The axis of a gauge starts at zero; changes of a growing total or a ratio are visible only on an axis that does not.
 */
export const startsAtZero = (metric: Metric): boolean =>
  MEASURES.some((measure) => measure.name === metric && measure.kind === 'gauge')
