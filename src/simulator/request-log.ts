// The log of the requests to the simulator, in which tests count calls.

export interface LoggedRequest {
  readonly method: string
  readonly service: string
  /** The address from which the request came. */
  readonly address: string
  /** The path without the service, for example `/v1/games`. */
  readonly path: string
  /** The query without the question mark. */
  readonly query: string
  /** Milliseconds since 1970, by the simulator's clock. */
  readonly at: number
  /** The number of requested ids or names; 1 where the path contains the id. */
  readonly ids: number
}

const MAX_LOGGED_REQUESTS = 20_000

const QUERY_LISTS = ['universeIds', 'userIds', 'groupIds', 'assetIds']
const BODY_LISTS = ['userIds', 'usernames']

const lengthOf = (body: object, name: string): number => {
  const list: unknown = Object.entries(body).find(([key]) => key === name)?.[1]
  return Array.isArray(list) ? list.length : 0
}

export const countIds = (path: string, query: URLSearchParams, body: unknown): number => {
  for (const name of QUERY_LISTS) {
    const list = query.get(name)
    if (list) return list.split(',').length
  }
  const repeated = query.getAll('ids').length
  if (repeated > 0) return repeated
  const inBody = typeof body === 'object' && body !== null ? BODY_LISTS.map((name) => lengthOf(body, name)) : []
  return Math.max(...inBody, /\/\d+(\/|$)/.test(path) ? 1 : 0)
}

/** The log is bounded, so that a simulator can run for weeks. */
export class RequestLog {
  readonly entries: LoggedRequest[] = []

  add(entry: LoggedRequest): void {
    this.entries.push(entry)
    // Old entries are removed in blocks, because removing one from the front moves all others.
    if (this.entries.length > MAX_LOGGED_REQUESTS * 1.1)
      this.entries.splice(0, this.entries.length - MAX_LOGGED_REQUESTS)
  }
}
