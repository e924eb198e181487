// Reads a CSV file of samples in the format of the export, line by line.

import { DAY_MINUTES, HOUR_MINUTES, type Minute } from '../../domain/clock.js'
import { MEASURES } from '../../domain/measures.js'
import { parseDay } from '../../domain/rules/date-range.js'
import type { Sample } from '../../domain/sample.js'
import { badLine, type ImportRow, type ImportRows } from '../../domain/sample-file.js'
import { isId } from '../../domain/universe.js'
import { NOT_PLAIN_CODE, PlainLineReader } from './plain-line.js'
import { noSampleColumns, readHeader, TIME_COLUMN, UNIVERSE_COLUMN } from './read-header.js'

/** The part of a timestamp after the date. */
const TIME = /^T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,7})?)?Z$/
const DATE_LENGTH = 'YYYY-MM-DD'.length

/** Where a file is read on: how many lines were read, and the fields of the first of them. */
export interface SamplesCsvPlace {
  readonly line: number
  readonly header: readonly string[] | undefined
}

/**
 * Reads the whole lines of one file, piece by piece, as bytes in UTF-8: text is made only of lines that are not as exports write
 * them, because making it would cost more than reading them. It is no generator, because the loops of those are compiled far later.
 */
export class SamplesCsvReader {
  private readonly readDay = dayReader()
  private line: number
  private header: readonly string[] | undefined
  private columns: SampleColumns | undefined
  private plain: PlainLineReader | undefined

  constructor({ line, header }: SamplesCsvPlace = { line: 0, header: undefined }) {
    this.line = line
    if (header !== undefined) this.setHeader(header)
  }

  get place(): SamplesCsvPlace {
    return { line: this.line, header: this.header }
  }

  /** Adds the rows of whole lines. Throws on the first invalid one. */
  read(bytes: Uint8Array, rows: ImportRows): void {
    const { length } = bytes
    for (let from = 0; from < length; ) {
      this.line++
      const next = this.plain === undefined ? NOT_PLAIN_CODE : this.plain.read(bytes, from, rows, this.line)
      from = next === NOT_PLAIN_CODE ? this.readExactly(bytes, from, rows) : next
    }
  }

  /** Must be called after the last piece. */
  end(): void {
    if (this.line === 0) throw noSampleColumns(true)
  }

  /** Returns where the next line begins. */
  private readExactly(bytes: Uint8Array, from: number, rows: ImportRows): number {
    const { line, columns, readDay } = this
    const text = lineAt(bytes, from)
    if (columns === undefined) this.setHeader(readHeader(fieldsOf(text.line.replace(/^\uFEFF/, ''))))
    else if (text.line !== '') rows.add(readLine(text.line, { line, columns, readDay }))
    return text.next
  }

  private setHeader(header: readonly string[]): void {
    this.header = header
    this.columns = new SampleColumns(header)
    this.plain = new PlainLineReader(header, this.readDay)
  }
}

const [NEWLINE, CARRIAGE_RETURN] = [10, 13]

/** The line that begins there, without its end, which has two characters in files of Windows; and where the next begins. */
function lineAt(bytes: Uint8Array, from: number): { readonly line: string; readonly next: number } {
  const newline = bytes.indexOf(NEWLINE, from)
  const end = newline < 0 ? bytes.length : newline
  return { line: textOf(bytes, from, end > from && bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end), next: end + 1 }
}

const DECODER = new TextDecoder('utf-8', { ignoreBOM: true })

const textOf = (bytes: Uint8Array, from: number, end: number): string => DECODER.decode(bytes.subarray(from, end))

/** The places of a file's columns. */
class SampleColumns {
  readonly width: number
  readonly time: number
  readonly universe: number
  /** -1 if the file has no revenue. */
  readonly revenue: number
  readonly measures: readonly ((typeof MEASURES)[number] & { readonly index: number })[]

  constructor(header: readonly string[]) {
    const indexOf = (column: string): number => header.indexOf(column)
    this.width = header.length
    this.time = indexOf(TIME_COLUMN)
    this.universe = indexOf(UNIVERSE_COLUMN)
    this.revenue = indexOf('revenue')
    this.measures = MEASURES.map((measure) => ({ ...measure, index: indexOf(measure.column) }))
  }
}

interface LineForm {
  readonly line: number
  readonly columns: SampleColumns
  readonly readDay: DayParser
}

function readLine(text: string, { line, columns, readDay }: LineForm): ImportRow {
  const fields = fieldsOf(text)
  if (fields.length !== columns.width) throw badLine(line, `has ${fields.length} fields, not ${columns.width}`)
  const universeId = count(fields[columns.universe] ?? '', UNIVERSE_COLUMN, line)
  if (!isId(universeId)) throw badLine(line, 'universe_id must be a whole number from 1')
  const minute = minuteAt(fields[columns.time] ?? '', line, readDay)
  const read: Record<string, number | null> = { universeId, minute }
  for (const { name, column, index, nullable } of columns.measures) {
    const field = fields[index] ?? ''
    read[name] = nullable && field === '' ? null : count(field, column, line)
  }
  const sample = read as Sample
  if ((sample.likes === null) !== (sample.dislikes === null)) {
    throw badLine(line, 'likes and dislikes are both known or both empty')
  }
  const revenue = fields[columns.revenue] ?? ''
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

const digit = (text: string, at: number): number => text.charCodeAt(at) - ZERO_CHARACTER_CODE

const ZERO_CHARACTER_CODE = '0'.charCodeAt(0)

/** The digits of 2^53: a sum with at most this many digits is either exact or not a safe integer. */
const MAX_NUMBER_DIGITS = 16

function count(text: string, name: string, line: number): number {
  let value = text === '' || text.length > MAX_NUMBER_DIGITS ? Number.NaN : 0
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
