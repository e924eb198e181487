// Why a file of samples or of revenue cannot be read. A file with an error is not imported at all.
import type { ReasonMessages } from './requests.js'

const MAX_HEADER_LENGTH = 200
const MAX_COLUMN_LENGTH = 40
export const UNCHANGED = 'Nothing was imported.'

const columnsText = (required: readonly string[], optional: readonly string[]): string =>
  `Required: ${required.join(', ')}. Optional: ${optional.join(', ')}. For files of other trackers, use --guess.`

export const fileReasons = {
  'malformed line': ({ line, problem }) => `Line ${line}: ${problem}. ${UNCHANGED}`,
  'missing header': ({ header, isEmpty }) =>
    isEmpty ? `The file is empty. Its first line must be ${header}.` : `Line 1 must be the header ${header}.`,
  'wrong column': ({ column, problem, required, optional }) =>
    `Line 1: the column “${column.slice(0, MAX_COLUMN_LENGTH)}” ${problem}. ${columnsText(required, optional)} ${UNCHANGED}`,
  'no sample columns': ({ isEmpty, required, optional }) =>
    `${isEmpty ? 'The file is empty. Its first line must name the columns.' : 'Line 1 names no known columns.'} ${columnsText(required, optional)} ${UNCHANGED}`,
  'empty file': () => `The file is empty. ${UNCHANGED}`,
  'file without game': () => `The file does not say whose samples these are. Name the game with --game. ${UNCHANGED}`,
  'no column names': () => `Line 1: expected names of columns, separated by commas, semicolons or tabs. ${UNCHANGED}`,
  'ambiguous separator': () => `Line 1: the columns could be separated by two characters. ${UNCHANGED}`,
  'ambiguous column': ({ columns, label }) =>
    `Line 1: ${columns.map((name) => `“${name}”`).join(' and ')} could each be the ${label}. Remove or rename all but one. ${UNCHANGED}`,
  'missing column': ({ label, expected, columns }) =>
    `Line 1: no column is the ${label}. Expected one of ${expected.join(', ')}; there are ${columns.join(', ').slice(0, MAX_HEADER_LENGTH)}. ${UNCHANGED}`,
  'several games': ({ line, column, first, other }) =>
    `Line ${line}: the column “${column.slice(0, MAX_COLUMN_LENGTH)}” has “${other.slice(0, MAX_COLUMN_LENGTH)}”, and “${first.slice(0, MAX_COLUMN_LENGTH)}” before: the file holds several games. Split it into one file for each game. If it is one game, remove the column. ${UNCHANGED}`,
  'contradicting lines': ({ line, percent }) =>
    `${percent} % of the lines have another number of players than another line of the same minute, for example line ${line}: the file seems to hold several games. Split it into one file for each game. ${UNCHANGED}`,
  'wrong number of fields': ({ line, fields, columns }) =>
    `Line ${line}: has ${fields} fields, not ${columns}. ${UNCHANGED}`,
  'record too long': ({ most }) => `The file has a record of more than ${most} characters. ${UNCHANGED}`,
  'malformed record': ({ record }) => `Record ${record}: is no valid JSON object. ${UNCHANGED}`,
  'no records': () => `The JSON document has no records. ${UNCHANGED}`,
  'incomplete document': ({ record }) => `The JSON document is cut off after record ${record}. ${UNCHANGED}`,
} satisfies Partial<ReasonMessages>
