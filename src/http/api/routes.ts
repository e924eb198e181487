// The endpoints of /api/v1 in the order in which they are matched and documented. Separate from endpoints.ts, so that
// adding an endpoint is one line there and nothing here.
import type { ReferenceSource } from '../reference-source.js'
import type { Endpoint } from './endpoint.js'
import * as endpoints from './endpoints.js'
import { describeInTurns, openApiDocument, openPath, type Publisher } from './openapi.js'
import { API_VERSIONS } from './versions.js'

/** A fixed path sorts before a path with a parameter that would also match it. */
const orderOf = ({ path }: Endpoint): string => path.replaceAll(':', '~')

/** Two endpoints with one path would hide one another, so that the program does not start with them. */
function byPath(a: Endpoint, b: Endpoint): number {
  if (orderOf(a) === orderOf(b)) throw new Error(`Two endpoints have the path ${a.path}.`)
  return orderOf(a) < orderOf(b) ? -1 : 1
}

export const ENDPOINTS: readonly Endpoint[] = Object.values<Endpoint>(endpoints).sort(byPath)

/** What the page /docs shows of the API: the OpenAPI document, an example call of each operation, and the versions. */
export async function apiReference(publisher: Publisher): Promise<Omit<ReferenceSource, 'legacy'>> {
  await describeInTurns(ENDPOINTS)
  return {
    document: openApiDocument(ENDPOINTS, publisher),
    calls: Object.fromEntries(ENDPOINTS.map(({ path, example }) => [openPath(path), example.call])),
    versions: API_VERSIONS,
  }
}
