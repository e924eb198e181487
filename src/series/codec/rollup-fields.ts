// The numbers of which rollups are made, in the order in which they are stored (FORMAT.md, "Rollups").
import { DAY_MINUTES, type Minute } from '../../domain/clock.js'
import { byMeasure, CLOSING_MEASURES, MEASURES } from '../../domain/measures.js'
import type { ClosingValues, DayRollup } from '../../domain/rules/rollup.js'
import { toNullable } from '../../domain/sample.js'

/** The votes of the last sample of a day that has both. */
export interface DayVotes {
  readonly day: number
  readonly minute: Minute
  readonly likes: number
  readonly dislikes: number
}

/** The places of a day's fields; the first values of its columns follow, then their last values. */
export const DAY_FIELD = {
  day: 0,
  samples: 1,
  least: 2,
  greatest: 3,
  greatestMinute: 4,
  last: 5,
  covered: 6,
  integral: 7,
  hasVotes: 8,
  firstValues: 9,
} as const

/** The places of the fields of a day's votes. */
export const VOTE_FIELD = { day: 0, minute: 1, likes: 2, dislikes: 3, count: 4 } as const

/** The numbers of the closing measures, in the order of CLOSING_MEASURES. */
export const CLOSING_NUMBERS = CLOSING_MEASURES.map(
  (name) => MEASURES.find((measure) => measure.name === name)?.number ?? 0,
)

/** The closing values that rows have: how many, and where each of CLOSING_MEASURES is among them; −1 where it is not. */
export interface ClosingColumns {
  readonly count: number
  readonly indexes: readonly number[]
}

export const closingColumnsOf = (numbers: readonly number[]): ClosingColumns => ({
  count: numbers.length,
  indexes: CLOSING_NUMBERS.map((number) => numbers.indexOf(number)),
})

export const fieldCountOf = (closingCount: number): number => DAY_FIELD.firstValues + 2 * closingCount

export const valueAt = (values: Float64Array, at: number): number => values[at] ?? 0

const closingFields = (values: ClosingValues): number[] => CLOSING_MEASURES.map((name) => values[name] ?? Number.NaN)

/** A value that was not measured is NaN. */
export const fieldsOf = ({
  day,
  samples,
  ccu,
  coveredMinutes,
  integral,
  opensWithVotes,
  first,
  last,
}: DayRollup): number[] => [
  day,
  samples,
  ccu.min,
  ccu.max,
  ccu.maxAt - day * DAY_MINUTES,
  ccu.last,
  coveredMinutes,
  integral,
  Number(opensWithVotes),
  ...closingFields(first),
  ...closingFields(last),
]

export const voteFieldsOf = ({ day, minute, likes, dislikes }: DayVotes): number[] => [
  day,
  minute - day * DAY_MINUTES,
  likes,
  dislikes,
]

/** `at` is the place of the first field. */
export function rollupOf(values: Float64Array, at: number, { count, indexes }: ClosingColumns): DayRollup {
  const day = valueAt(values, at)
  return {
    day,
    samples: valueAt(values, at + DAY_FIELD.samples),
    ccu: {
      min: valueAt(values, at + DAY_FIELD.least),
      max: valueAt(values, at + DAY_FIELD.greatest),
      maxAt: day * DAY_MINUTES + valueAt(values, at + DAY_FIELD.greatestMinute),
      last: valueAt(values, at + DAY_FIELD.last),
    },
    coveredMinutes: valueAt(values, at + DAY_FIELD.covered),
    integral: valueAt(values, at + DAY_FIELD.integral),
    opensWithVotes: values[at + DAY_FIELD.hasVotes] === 1,
    first: closingOf(values, at + DAY_FIELD.firstValues, indexes),
    last: closingOf(values, at + DAY_FIELD.firstValues + count, indexes),
  }
}

/** A column that is newer than the rollups has no values. */
const closingOf = (values: Float64Array, from: number, indexes: readonly number[]): ClosingValues =>
  byMeasure(CLOSING_MEASURES, (_name, place) => {
    const index = indexes[place] ?? -1
    return index < 0 ? null : toNullable(values[from + index])
  })

export function votesOf(values: Float64Array, at: number): DayVotes {
  const day = valueAt(values, at)
  return {
    day,
    minute: day * DAY_MINUTES + valueAt(values, at + VOTE_FIELD.minute),
    likes: valueAt(values, at + VOTE_FIELD.likes),
    dislikes: valueAt(values, at + VOTE_FIELD.dislikes),
  }
}
