// Validates the rows of a response one by one, reads lists with several pages, and builds the URLs of sounds and their
// makers (PLATFORM-21).
import type { z } from 'zod'
import { PlatformFailure } from '../failure.js'
import type { Deadline } from '../outgoing/deadline.js'
import { pageAnswer } from '../schemas/wire.js'
import type { Batch } from './batch-queue.js'
import type { LookupClient } from './client.js'

/** Rows by their key; `isWhole` is false where a row could not be read. */
export function byKey<Schema extends z.ZodType, Key>(
  rows: readonly unknown[],
  schema: Schema,
  keyOf: (row: z.infer<Schema>) => Key,
): Batch<Key, z.infer<Schema>> {
  const read = readableRows(rows, schema)
  return { rows: new Map(read.map((row) => [keyOf(row), row])), isWhole: read.length === rows.length }
}

/** The rows that match the schema; all others are left out. */
export function readableRows<Schema extends z.ZodType>(rows: readonly unknown[], schema: Schema): z.infer<Schema>[] {
  return rows.flatMap((row) => {
    const parsed = schema.safeParse(row)
    return parsed.success ? [parsed.data] : []
  })
}

interface PagedCall<Schema extends z.ZodType> {
  readonly endpoint: string
  readonly service: string
  /** The path with its query, without the cursor. */
  readonly path: string
  readonly row: Schema
}

/** LEGACY-7: the maximum number of pages of one lookup. */
const MAX_LISTED_PAGES = 40

/** All rows of all pages, or undefined where there are more pages than the limit. A row that cannot be read is a failure. */
export async function readAllPages<Schema extends z.ZodType>(
  client: LookupClient,
  { endpoint, service, path, row }: PagedCall<Schema>,
  deadline: Deadline,
): Promise<z.infer<Schema>[] | undefined> {
  const all: z.infer<Schema>[] = []
  let cursor = ''
  for (let page = 0; page < MAX_LISTED_PAGES; page++) {
    const answer = await client.ask({ endpoint, service, path: path + cursor, answer: pageAnswer }, deadline)
    const rows = readableRows(answer.data, row)
    if (rows.length < answer.data.length) throw new PlatformFailure('garbage', `A row of ${path} cannot be read.`)
    all.push(...rows)
    if (!answer.nextPageCursor) return all
    cursor = `&cursor=${encodeURIComponent(answer.nextPageCursor)}`
  }
  return undefined
}

/** The limit of the older search's details call (PLATFORM-20); both searches return the same number. */
export const SOUND_PAGE_SIZE = 30

export const soundAddress = (id: number): string => `https://create.roblox.com/store/asset/${id}`

export const creatorAddress = (kind: 'user' | 'group', id: number): string =>
  kind === 'user' ? `https://www.roblox.com/users/${id}/profile` : `https://www.roblox.com/communities/${id}`
