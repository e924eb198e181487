// Reads a CSV file of samples in the export's own format, line by line.
import { MINUTE_MS, minuteOf } from '../domain/clock.js'
import { invalid } from '../domain/error.js'
import type { ImportRow } from '../domain/import-row.js'
import { isId } from '../domain/universe.js'
import { CSV_HEADER } from './samples-csv.js'

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,7})?)?Z$/

/** Throws on the first line that is not of the form, naming its number. */
export async function* readSamplesCsv(lines: AsyncIterable<string>): AsyncGenerator<ImportRow> {
  let number = 0
  for await (const raw of lines) {
    number++
    const text = number === 1 ? raw.replace(/^\uFEFF/, '') : raw
    if (number === 1) checkHeader(text)
    else if (text !== '') yield readLine(text, number)
  }
  if (number === 0) throw invalid(`The file is empty. Its first line must be ${CSV_HEADER}.`)
}

function checkHeader(text: string): void {
  if (fieldsOf(text).join(',') !== CSV_HEADER) throw invalid(`Line 1 must be the header ${CSV_HEADER}.`)
}

function readLine(text: string, line: number): ImportRow {
  const fields = fieldsOf(text)
  if (fields.length !== 8) throw bad(line, `has ${fields.length} fields, not 8`)
  const [
    timestamp = '',
    universe = '',
    ccu = '',
    visits = '',
    favorites = '',
    likes = '',
    dislikes = '',
    revenue = '',
  ] = fields
  const universeId = count(universe, 'universe_id', line)
  if (!isId(universeId)) throw bad(line, 'universe_id must be a whole number from 1')
  const sample = {
    universeId,
    minute: minuteAt(timestamp, line),
    ccu: count(ccu, 'CCU', line),
    visits: count(visits, 'visits', line),
    favorites: count(favorites, 'favorites', line),
    likes: likes === '' ? null : count(likes, 'likes', line),
    dislikes: dislikes === '' ? null : count(dislikes, 'dislikes', line),
  }
  if ((sample.likes === null) !== (sample.dislikes === null)) {
    throw bad(line, 'likes and dislikes are both known or both empty')
  }
  return { line, sample, revenue: revenue === '' ? null : amount(revenue, line) }
}

/** contract §6: times are floored to the minute. */
function minuteAt(text: string, line: number): number {
  const milliseconds = TIMESTAMP.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(milliseconds) || new Date(milliseconds).toISOString().slice(0, 10) !== text.slice(0, 10)) {
    throw bad(line, 'timestamp must be UTC in ISO 8601, for example 2026-01-31T12:00:00.000Z')
  }
  return minuteOf(Math.floor(milliseconds / MINUTE_MS) * MINUTE_MS)
}

function count(text: string, name: string, line: number): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(value))
    throw bad(line, `${name} must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`)
  return value
}

function amount(text: string, line: number): number {
  const value = /^\d{1,15}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(value)) throw bad(line, 'revenue must be a number from 0')
  return value
}

const bad = (line: number, what: string) => invalid(`Line ${line}: ${what}. Nothing was imported.`)

/** No field of this format needs quotes; spreadsheets put them all the same. */
const fieldsOf = (text: string): string[] => {
  const fields = text.split(',')
  return text.includes('"') ? fields.map((field) => field.replace(/^"(.*)"$/, '$1')) : fields
}
