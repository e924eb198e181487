// The endpoints of /api/v1 in the order in which a request is held against them, and in which they are documented.
import type { Endpoint } from './endpoint.js'
import * as endpoints from './endpoints.js'

/** A fixed path stands before one that a parameter would also match. */
const orderOf = ({ path }: Endpoint): string => path.replaceAll(':', '~')

export const ENDPOINTS: readonly Endpoint[] = Object.values<Endpoint>(endpoints).sort((a, b) =>
  orderOf(a) < orderOf(b) ? -1 : 1,
)
