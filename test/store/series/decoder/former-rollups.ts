// Writes rollups in format 3, as Headcount did before format 4 (FORMAT.md, "Former rollups").
import { ByteWriter, checksumOf } from '../../../../src/series/codec/bytes.js'
import { FORMER_VOTE_FORM, formerDayForm } from '../../../../src/series/codec/former-rollups.js'
import { CLOSING_NUMBERS, fieldsOf, voteFieldsOf } from '../../../../src/series/codec/rollup-fields.js'
import type { WeekRollups } from '../../../../src/series/codec/rollups.js'

export function encodeFormerRollups({ days, votes }: WeekRollups, key: number): Buffer {
  const out = new ByteWriter()
  for (const byte of [3, CLOSING_NUMBERS.length, ...CLOSING_NUMBERS, days.size]) out.byte(byte)
  for (const [interval, rollups] of days) {
    out.byte(interval)
    putRows(out, rollups.map(fieldsOf), formerDayForm(CLOSING_NUMBERS.length))
  }
  putRows(out, votes.map(voteFieldsOf), FORMER_VOTE_FORM)
  out.uint32(checksumOf(out.bytes.subarray(0, out.length), key))
  return out.copy()
}

function putRows(out: ByteWriter, rows: readonly (readonly number[])[], form: readonly number[]): void {
  const section = new ByteWriter()
  section.byte(rows.length)
  const values = rows.flat()
  for (const [at, value] of values.entries()) {
    const reference = values[at - (form[at % form.length] ?? 0)] ?? 0
    const difference = value - reference
    if (Number.isSafeInteger(value) && Number.isSafeInteger(reference) && Math.abs(difference) < 2 ** 51)
      section.varint(difference < 0 ? -2 * difference : 2 * difference + 1)
    else {
      section.byte(0)
      section.double(value)
    }
  }
  out.varint(section.length)
  out.put(section.bytes.subarray(0, section.length))
}
