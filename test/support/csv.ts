// Lines of the CSV export: what API-24 says, and behind it the columns that came later.
import { ADDED_MEASURES, columnOf } from '../../src/domain/measures.js'

const SPECIFIED_HEADER = 'timestamp,universe_id,CCU,visits,favorites,likes,dislikes,revenue'

export const REVENUE_COLUMN = 7

export const CSV_HEADER = [SPECIFIED_HEADER, ...ADDED_MEASURES.map(columnOf)].join(',')

/** `specified`: up to revenue; nothing was measured in the columns that came later. */
export const csvLine = (specified: string): string => [specified, ...ADDED_MEASURES.map(() => '')].join(',')

/** The same in a record of the JSON export. */
export const ADDED_JSON = ADDED_MEASURES.map((name) => `,"${columnOf(name)}":null`).join('')
