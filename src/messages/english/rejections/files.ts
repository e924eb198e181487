// Why a file of samples or of revenue cannot be read. A file with an error is not imported at all.
import type { ReasonMessages } from './requests.js'

const MAX_HEADER_LENGTH = 200
const MAX_COLUMN_LENGTH = 40
const UNCHANGED = 'Nothing was imported.'

export const fileReasons = {
  'malformed line': ({ line, problem }) => `Line ${line}: ${problem}. ${UNCHANGED}`,
  'missing header': ({ header, isEmpty }) =>
    isEmpty ? `The file is empty. Its first line must be ${header}.` : `Line 1 must be the header ${header}.`,
  'wrong column': ({ column, problem, columns, required }) =>
    `Line 1: the column “${column.slice(0, MAX_COLUMN_LENGTH)}” ${problem}. The columns are ${columns.join(', ')}; ${required.join(', ')} must be there. For files of other trackers, use --guess. ${UNCHANGED}`,
  'empty file': () => `The file is empty. ${UNCHANGED}`,
  'file without game': () => `The file does not say whose samples these are. Name the game with --game. ${UNCHANGED}`,
  'no column names': () => `Line 1: expected names of columns, separated by commas, semicolons or tabs. ${UNCHANGED}`,
  'ambiguous separator': () => `Line 1: the columns could be separated by two characters. ${UNCHANGED}`,
  'ambiguous column': ({ columns, label }) =>
    `Line 1: ${columns.map((name) => `“${name}”`).join(' and ')} could each be the ${label}. Remove or rename all but one. ${UNCHANGED}`,
  'missing column': ({ label, expected, columns }) =>
    `Line 1: no column is the ${label}. Expected one of ${expected.join(', ')}; there are ${columns.join(', ').slice(0, MAX_HEADER_LENGTH)}. ${UNCHANGED}`,
  'wrong number of fields': ({ line, fields, columns }) =>
    `Line ${line}: has ${fields} fields, not ${columns}. ${UNCHANGED}`,
  'record too long': ({ most }) => `The file has a record of more than ${most} characters. ${UNCHANGED}`,
  'malformed record': ({ record }) => `Record ${record}: is no valid JSON object. ${UNCHANGED}`,
  'no records': () => `The JSON document has no records. ${UNCHANGED}`,
  'incomplete document': ({ record }) => `The JSON document is cut off after record ${record}. ${UNCHANGED}`,
} satisfies Partial<ReasonMessages>
