// Reads a CSV file of samples in the format of the export, line by line.

import { DAY_MINUTES, HOUR_MINUTES, type Minute } from '../../domain/clock.js'
import { ADDED_MEASURES, MEASURES } from '../../domain/measures.js'
import { parseDay } from '../../domain/rules/date-range.js'
import type { Sample } from '../../domain/sample.js'
import { badHeader, badLine, type ImportRow } from '../../domain/sample-file.js'
import { isId } from '../../domain/universe.js'
import { PlainLineReader } from './plain-line.js'
import { CSV_COLUMNS, CSV_HEADER } from './samples-csv.js'

/** The part of a timestamp after the date. */
const TIME = /^T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,7})?)?Z$/
const DATE_LENGTH = 'YYYY-MM-DD'.length

/**
 * Throws on the first invalid line, with its number. `pieces` are bytes in UTF-8, whole lines each: text is made only of
 * lines that are not as exports write them, because making it would cost more than reading them.
 */
export async function* readSamplesCsv(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<readonly ImportRow[]> {
  const readDay = dayReader()
  let number = 0
  let plain: PlainLineReader | undefined
  for await (const bytes of pieces) {
    const rows: ImportRow[] = []
    for (let from = 0; from < bytes.length; ) {
      number++
      const newline = bytes.indexOf(NEWLINE, from)
      const next = newline < 0 ? bytes.length : newline + 1
      const end = endOfLine(bytes, from, newline < 0 ? bytes.length : newline)
      if (plain === undefined)
        plain = new PlainLineReader(readHeader(textOf(bytes, from, end).replace(/^\uFEFF/, '')), readDay)
      else if (end > from) {
        const sample = plain.read(bytes, from, end)
        rows.push(
          sample
            ? { line: number, sample, revenue: null }
            : readLine(textOf(bytes, from, end), { line: number, width: plain.width, readDay }),
        )
      }
      from = next
    }
    yield rows
  }
  if (number === 0) throw badHeader(undefined, CSV_HEADER)
}

const [NEWLINE, CARRIAGE_RETURN] = [10, 13]

/** Files of Windows end their lines with two characters. */
const endOfLine = (bytes: Uint8Array, from: number, end: number): number =>
  end > from && bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end

const DECODER = new TextDecoder('utf-8', { ignoreBOM: true })

const textOf = (bytes: Uint8Array, from: number, end: number): string => DECODER.decode(bytes.subarray(from, end))

/** Returns how many columns the header has: a file may end before columns that were added later. */
function readHeader(text: string): number {
  const columns = fieldsOf(text)
  const isKnown = columns.every((column, index) => column === CSV_COLUMNS[index])
  if (!isKnown || columns.length < CSV_COLUMNS.length - ADDED_MEASURES.length) throw badHeader(text, CSV_HEADER)
  return columns.length
}

const placeOf = (column: string): number => CSV_COLUMNS.indexOf(column)
const REVENUE = placeOf('revenue')
const PLACED = MEASURES.map((measure) => ({ ...measure, place: placeOf(measure.column) }))

interface LineForm {
  readonly line: number
  /** The number of fields in the header. */
  readonly width: number
  readonly readDay: DayParser
}

function readLine(text: string, { line, width, readDay }: LineForm): ImportRow {
  const fields = fieldsOf(text)
  if (fields.length !== width) throw badLine(line, `has ${fields.length} fields, not ${width}`)
  const universeId = count(fields[1] ?? '', 'universe_id', line)
  if (!isId(universeId)) throw badLine(line, 'universe_id must be a whole number from 1')
  const read: Record<string, number | null> = { universeId, minute: minuteAt(fields[0] ?? '', line, readDay) }
  for (const { name, column, place, nullable } of PLACED) {
    const field = fields[place] ?? ''
    read[name] = nullable && field === '' ? null : count(field, column, line)
  }
  const sample = read as Sample
  if ((sample.likes === null) !== (sample.dislikes === null)) {
    throw badLine(line, 'likes and dislikes are both known or both empty')
  }
  const revenue = fields[REVENUE] ?? ''
  return { line, sample, revenue: revenue === '' ? null : amount(revenue, line) }
}

/** The day number of a date; undefined if the date does not exist. */
type DayParser = (date: string) => number | undefined

/** Lines in order of time repeat a date up to 1,440 times, so the last one is cached. */
function dayReader(): DayParser {
  let known = ''
  let day: number | undefined
  return (date) => {
    if (date !== known) {
      known = date
      day = parseDay(date)
    }
    return day
  }
}

/** PROCESS-9: times are floored to the minute. */
function minuteAt(text: string, line: number, readDay: DayParser): Minute {
  const day = readDay(text.slice(0, DATE_LENGTH))
  if (day === undefined || !TIME.test(text.slice(DATE_LENGTH))) {
    throw badLine(line, 'timestamp must be UTC in ISO 8601, for example 2026-01-31T12:00:00.000Z')
  }
  const [hour, minute] = [twoDigits(text, DATE_LENGTH + 1), twoDigits(text, DATE_LENGTH + 4)]
  return day * DAY_MINUTES + hour * HOUR_MINUTES + minute
}

const twoDigits = (text: string, at: number): number => 10 * digit(text, at) + digit(text, at + 1)

const digit = (text: string, at: number): number => text.charCodeAt(at) - ZERO

const ZERO = '0'.charCodeAt(0)

/** The digits of 2^53: a sum of so many digits is either exact or not a safe integer. */
const MAX_DIGITS = 16

function count(text: string, name: string, line: number): number {
  let value = text === '' || text.length > MAX_DIGITS ? Number.NaN : 0
  for (let at = 0; at < text.length; at++) {
    const next = digit(text, at)
    value = next >= 0 && next <= 9 ? 10 * value + next : Number.NaN
  }
  if (!Number.isSafeInteger(value))
    throw badLine(line, `${name} must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`)
  return value
}

function amount(text: string, line: number): number {
  const value = /^\d{1,15}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(value)) throw badLine(line, 'revenue must be a number from 0')
  return value
}

/** No field of this format needs quotes, but spreadsheets add them. */
const fieldsOf = (text: string): string[] => {
  const fields = text.split(',')
  return text.includes('"') ? fields.map((field) => field.replace(/^"(.*)"$/, '$1')) : fields
}
