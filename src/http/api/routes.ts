// The endpoints of /api/v1 in the order in which they are matched and documented.
import type { Endpoint } from './endpoint.js'
import * as endpoints from './endpoints.js'

/** A fixed path sorts before a path with a parameter that would also match it. */
const orderOf = ({ path }: Endpoint): string => path.replaceAll(':', '~')

export const ENDPOINTS: readonly Endpoint[] = Object.values<Endpoint>(endpoints).sort((a, b) =>
  orderOf(a) < orderOf(b) ? -1 : 1,
)
