// The files of exports in tests: their path and dates, the columns of API-24, and those that were added later.
import { ADDED_MEASURES, columnOf } from '../../src/domain/measures.js'
import { NOON } from './start-app.js'

/** 2026-06-17, the day of the test's clock; its first minute. */
export const TODAY = '2026-06-17'
export const MIDNIGHT = NOON / 60_000 - 720

export const minutes = (count: number, first = MIDNIGHT, step = 1): number[] =>
  Array.from({ length: count }, (_, index) => first + index * step)

export const exportPath = (id: number, more: Readonly<Record<string, string>> = {}): string =>
  `/games/${id}/export?${new URLSearchParams({ start_date: TODAY, end_date: TODAY, ...more })}`

const SPECIFIED_HEADER = 'timestamp,universe_id,CCU,visits,favorites,likes,dislikes,revenue'

export const REVENUE_COLUMN = 7

export const CSV_HEADER = [SPECIFIED_HEADER, ...ADDED_MEASURES.map(columnOf)].join(',')

/** `specified` holds the columns up to revenue; the added columns are empty. */
export const csvLine = (specified: string): string => [specified, ...ADDED_MEASURES.map(() => '')].join(',')

/** The empty added columns in a record of the JSON export. */
export const ADDED_JSON = ADDED_MEASURES.map((name) => `,"${columnOf(name)}":null`).join('')
