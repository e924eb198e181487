// Lines of the CSV export: the columns of API-24, followed by the columns that were added later.
import { ADDED_MEASURES, columnOf } from '../../src/domain/measures.js'

const SPECIFIED_HEADER = 'timestamp,universe_id,CCU,visits,favorites,likes,dislikes,revenue'

export const REVENUE_COLUMN = 7

export const CSV_HEADER = [SPECIFIED_HEADER, ...ADDED_MEASURES.map(columnOf)].join(',')

/** `specified` holds the columns up to revenue; the added columns are empty. */
export const csvLine = (specified: string): string => [specified, ...ADDED_MEASURES.map(() => '')].join(',')

/** The empty added columns in a record of the JSON export. */
export const ADDED_JSON = ADDED_MEASURES.map((name) => `,"${columnOf(name)}":null`).join('')
