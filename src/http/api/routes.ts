// The endpoints of /api/v1 in the order in which they are matched and documented. It lies apart from the list, so that
// adding an endpoint is one line there and nothing here.
import type { Endpoint } from './endpoint.js'
import * as endpoints from './endpoints.js'

/** A fixed path sorts before a path with a parameter that would also match it. */
const orderOf = ({ path }: Endpoint): string => path.replaceAll(':', '~')

/** Two endpoints with one path would hide one another, so that the program does not start with them. */
function byPath(a: Endpoint, b: Endpoint): number {
  if (orderOf(a) === orderOf(b)) throw new Error(`Two endpoints have the path ${a.path}.`)
  return orderOf(a) < orderOf(b) ? -1 : 1
}

export const ENDPOINTS: readonly Endpoint[] = Object.values<Endpoint>(endpoints).sort(byPath)
