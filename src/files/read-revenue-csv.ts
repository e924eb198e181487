// Reads a CSV file of daily revenue, `date,revenue`, line by line.

import { invalid } from '../domain/error.js'
import { parseDay } from '../domain/rules/date-range.js'

const HEADER = 'date,revenue'

export async function* readRevenueCsv(
  lines: AsyncIterable<string>,
): AsyncGenerator<{ readonly line: number; readonly day: number; readonly amount: number }> {
  let line = 0
  for await (const raw of lines) {
    line++
    const text = raw.replace(/^\uFEFF/, '').trim()
    if (line === 1) {
      if (text !== HEADER) throw invalid(`Line 1 must be the header ${HEADER}.`)
      continue
    }
    if (text === '') continue
    const [date = '', revenue = '', ...rest] = text.split(',').map((field) => field.replace(/^"(.*)"$/, '$1'))
    const day = parseDay(date)
    const amount = /^\d{1,15}(\.\d{1,6})?$/.test(revenue) ? Number(revenue) : Number.NaN
    if (day === undefined || rest.length > 0) throw bad(line, 'must be a date YYYY-MM-DD and a number')
    if (Number.isNaN(amount)) throw bad(line, 'revenue must be a number from 0')
    yield { line, day, amount }
  }
  if (line === 0) throw invalid(`The file is empty. Its first line must be ${HEADER}.`)
}

const bad = (line: number, what: string) => invalid(`Line ${line}: ${what}. Nothing was imported.`)
