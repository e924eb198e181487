// Reads a CSV file of daily revenue, `date,revenue`, line by line.
import { parseDay } from '../domain/rules/date-range.js'
import { badHeader, badLine } from '../domain/sample-file.js'

const HEADER = 'date,revenue'

interface RevenueLine {
  readonly line: number
  readonly day: number
  readonly amount: number
}

export async function* readRevenueCsv(lines: AsyncIterable<readonly string[]>): AsyncGenerator<RevenueLine> {
  let line = 0
  for await (const batch of lines)
    for (const raw of batch) {
      line++
      const text = raw.replace(/^\uFEFF/, '').trim()
      if (line === 1) checkHeader(text)
      else if (text !== '') yield readLine(text, line)
    }
  if (line === 0) throw badHeader(undefined, HEADER)
}

function checkHeader(text: string): void {
  if (text !== HEADER) throw badHeader(text, HEADER)
}

function readLine(text: string, line: number): RevenueLine {
  const [date = '', revenue = '', ...rest] = text.split(',').map((field) => field.replace(/^"(.*)"$/, '$1'))
  const day = parseDay(date)
  const amount = /^\d{1,15}(\.\d{1,6})?$/.test(revenue) ? Number(revenue) : Number.NaN
  if (day === undefined || rest.length > 0) throw badLine(line, 'must be a date YYYY-MM-DD and a number')
  if (Number.isNaN(amount)) throw badLine(line, 'revenue must be a number from 0')
  return { line, day, amount }
}
