// Pages with cursors, as in the platform's older services.
import { readId, reject } from './call.js'
import { hash } from './world/hash.js'

export interface CursorPage<T> {
  readonly previousPageCursor: string | null
  readonly nextPageCursor: string | null
  readonly data: readonly T[]
}

// The hash makes a cursor of one list invalid for another list, like the platform's cursors.
const checksumOf = (list: string, offset: number): string =>
  hash(
    [...list].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) | 0, 7),
    offset,
  ).toString(16)

const cursorOf = (list: string, offset: number): string => `${offset}_1_${checksumOf(list, offset)}`

const offsetOf = (list: string, cursor: string | null): number => {
  if (cursor === null || cursor === '') return 0
  const offset = readId(cursor.split('_')[0]) ?? -1
  if (offset < 0 || cursor !== cursorOf(list, offset)) throw reject(400, 0, 'Invalid cursor.', { field: 'cursor' })
  return offset
}

export const limitOf = (query: URLSearchParams, allowed: readonly [number, ...number[]]): number => {
  const text = query.get('limit')
  const limit = text === null || text === '' ? allowed[0] : readId(text)
  if (limit === undefined || !allowed.includes(limit))
    throw reject(400, 0, `Allowed values: ${allowed.join(', ')}`, { field: 'limit' })
  return limit
}

/** Returns one page. `list` identifies the whole list; `rows` is all of it, in the requested order. */
export const pageOf = <T>(list: string, rows: readonly T[], limit: number, cursor: string | null): CursorPage<T> => {
  const offset = offsetOf(list, cursor)
  const end = offset + limit
  return {
    previousPageCursor: offset > 0 ? cursorOf(list, Math.max(0, offset - limit)) : null,
    nextPageCursor: end < rows.length ? cursorOf(list, end) : null,
    data: rows.slice(offset, end),
  }
}
