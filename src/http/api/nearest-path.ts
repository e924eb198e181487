// Finds the path that was probably meant where there is none: misspelled, without its last part, or without its first one.
import { nearestName } from '../../domain/rules/nearest-name.js'
import type { Endpoint } from './endpoint.js'

type NamedEndpoint = Pick<Endpoint, 'path' | 'access'>

interface PathMatch {
  readonly path: string
  /** How many parts differ, missing ones included. */
  readonly differences: number
}

/** Relative to where the API is mounted, with the ids of the request; undefined if none is near. */
export function nearestPath(path: string, endpoints: readonly NamedEndpoint[]): string | undefined {
  const requested = path.split('/').filter(Boolean)
  const found = [...endpoints.filter(isBasic), ...endpoints].flatMap((endpoint) => matchOf(requested, endpoint) ?? [])
  const minDifferences = Math.min(...found.map(({ differences }) => differences))
  return found.find(({ differences }) => differences === minDifferences)?.path
}

/** Of equals, one that every account may call comes first. */
const isBasic = ({ access }: NamedEndpoint): boolean => access === 'basic'

function matchOf(requested: readonly string[], { path }: NamedEndpoint): PathMatch | undefined {
  const parts = path.split('/').filter(Boolean)
  const missing = parts.length - requested.length
  if (requested.length === 0 || missing < 0 || missing > 1) return undefined
  const continuation = matchParts([...requested, ...parts.slice(requested.length)], parts, missing)
  return (
    continuation ?? (missing === 0 ? undefined : matchParts([...parts.slice(0, missing), ...requested], parts, missing))
  )
}

/** Undefined where a part is neither an id in its place nor near the right name. */
function matchParts(requested: readonly string[], parts: readonly string[], missing: number): PathMatch | undefined {
  let differences = missing
  const names: string[] = []
  for (const [index, part] of parts.entries()) {
    const text = requested[index] ?? ''
    const name = part.startsWith(':') ? idIn(text) : nearestName(text, [part])
    if (name === undefined) return undefined
    if (name !== text) differences++
    names.push(name)
  }
  return { path: `/${names.join('/')}`, differences }
}

const idIn = (text: string): string | undefined => (/^\d{1,16}$/.test(text) ? text : undefined)
