// What is expected in the next row of a section of rollups, given the rows before it (FORMAT.md, "Rollups"). The better it is,
// the fewer bits the difference takes.
import { DAY_MINUTES } from '../../domain/clock.js'
import { DAY_FIELD, fieldCountOf, VOTE_FIELD } from './rollup-fields.js'

/** The days of a section, a row for each, one after the other. */
export interface DayRows {
  readonly fields: number
  readonly values: Float64Array
  /** The same with 0 for each value that is no whole number, so that what is expected always is one. Often the same array. */
  readonly whole: Float64Array
}

/** Whether a value is written as a difference: a whole number from 0 that a double holds exactly, and not −0. */
export const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0)

const toWhole = (value: number): number => (isWhole(value) ? value : 0)

export const rowsOfValues = (values: Float64Array, fields: number): DayRows => ({
  fields,
  values,
  whole: values.every(isWhole) ? values : values.map(toWhole),
})

export const rowCountOf = ({ values, fields }: DayRows): number => values.length / fields

/** Which differences a section has. */
export interface SectionForm {
  readonly fields: number
  /** Fields of the first row that refer to an earlier one of it; all others are written in full. */
  readonly nearInFirstRow: ReadonlyMap<number, number>
  /** Fills `expected` with what is expected in the row that begins at `at`, from the row before. */
  alone(rows: DayRows, at: number, expected: Float64Array): void
  /** The same from the same row of the first section. Undefined where there is none. */
  readonly beside: ((reference: DayRows, rows: DayRows, at: number, expected: Float64Array) => void) | undefined
}

// In the loops below `as number` asserts that the index is within bounds, as in prediction.ts.

const dayForms = new Map<string, SectionForm>()

/** The same form each time, because making it takes longer than a row of it. */
export function dayForm(columns: number, interval: number, reference: number | undefined): SectionForm {
  const name = `${columns} ${interval} ${reference}`
  const known = dayForms.get(name)
  if (known !== undefined) return known
  const form = newDayForm(columns, interval, reference)
  if (dayForms.size < MAX_DAY_FORMS) dayForms.set(name, form)
  return form
}

/** More than any set of plans has; damaged bytes may name others. */
const MAX_DAY_FORMS = 64

/**
 * The days of an interval in minutes, with first and last values of so many columns. `reference` is the interval of the first section,
 * if this is another one.
 */
function newDayForm(columns: number, interval: number, reference: number | undefined): SectionForm {
  const fields = fieldCountOf(columns)
  const { firstValues } = DAY_FIELD
  const lastValues = firstValues + columns
  const nearInFirstRow = new Map(
    Array.from({ length: columns }, (_, index) => [lastValues + index, firstValues + index]),
  )
  return {
    fields,
    nearInFirstRow,
    alone({ whole }, at, expected) {
      const yesterday = at - fields
      for (let field = 0; field < firstValues; field++) expected[field] = whole[yesterday + field] as number
      expected[DAY_FIELD.day] = (whole[yesterday] as number) + 1
      for (let index = 0; index < columns; index++) {
        const last = whole[yesterday + lastValues + index] as number
        // A day begins where the day before ended, and rises by as much.
        expected[firstValues + index] = last
        expected[lastValues + index] = 2 * last - (whole[yesterday + firstValues + index] as number)
      }
    },
    beside:
      reference === undefined
        ? undefined
        : ({ whole }, _rows, at, expected) => {
            for (let field = 0; field < lastValues; field++) expected[field] = whole[at + field] as number
            expected[DAY_FIELD.samples] = Math.floor(((whole[at + DAY_FIELD.samples] as number) * reference) / interval)
            for (let index = 0; index < columns; index++) {
              const last = whole[at + lastValues + index] as number
              const rise = last - (whole[at + firstValues + index] as number)
              // The last sample of a longer interval is so many minutes earlier.
              expected[lastValues + index] = last - Math.floor((rise * (interval - reference)) / DAY_MINUTES)
            }
          },
  }
}

/** The last minute of a day, counted from its beginning. */
const LAST_MINUTE = DAY_MINUTES - 1

/** Votes; `places` are those of the last likes and dislikes in the rows of the reference. */
export function voteForm(places: { readonly likes: number; readonly dislikes: number } | undefined): SectionForm {
  const fields = VOTE_FIELD.count
  return {
    fields,
    nearInFirstRow: new Map(),
    alone({ whole }, at, expected) {
      for (let field = 0; field < fields; field++) expected[field] = whole[at - fields + field] as number
      expected[VOTE_FIELD.day] = (whole[at - fields] as number) + 1
    },
    beside:
      places === undefined
        ? undefined
        : (reference, { whole }, at, expected) => {
            const day = (at / fields) * reference.fields
            expected[VOTE_FIELD.day] = reference.whole[day] as number
            expected[VOTE_FIELD.minute] = at === 0 ? LAST_MINUTE : (whole[at - fields + VOTE_FIELD.minute] as number)
            expected[VOTE_FIELD.likes] = reference.whole[day + places.likes] as number
            expected[VOTE_FIELD.dislikes] = reference.whole[day + places.dislikes] as number
          },
  }
}
