// Reads the sections of rollups of formats 1 to 3, which wrote each field as a varint (FORMAT.md, "Former rollups").
import type { ByteReader } from './bytes.js'
import { DAY_FIELD, fieldCountOf, VOTE_FIELD, valueAt } from './rollup-fields.js'

/**
 * For each field of a row, how many fields before it the value is that is subtracted before it is written. The rows follow each
 * other; where there is no such field, nothing is subtracted.
 */
type Form = readonly number[]

/** From each field the same one of the row before is subtracted. */
export const FORMER_VOTE_FORM: Form = Array.from({ length: VOTE_FIELD.count }, () => VOTE_FIELD.count)

/** The first values of a day are close to the last values of the day before. */
export function formerDayForm(closingCount: number): Form {
  const fields = fieldCountOf(closingCount)
  return Array.from({ length: fields }, (_, field) => {
    if (field < DAY_FIELD.firstValues) return fields
    return field < DAY_FIELD.firstValues + closingCount ? fields - closingCount : closingCount
  })
}

/** All rows, one after the other. */
export function readFormerRows(reader: ByteReader, form: Form): Float64Array {
  const values = new Float64Array(reader.byte() * form.length)
  for (let at = 0; at < values.length; at += form.length) {
    // An iterator over the fields would take longer than what it counts.
    for (let field = 0; field < form.length; field++) {
      const place = at + field
      const code = reader.varint()
      if (code === 0) values[place] = reader.double()
      else values[place] = valueAt(values, place - (form[field] ?? 0)) + (code % 2 === 0 ? -code / 2 : (code - 1) / 2)
    }
  }
  return values
}
