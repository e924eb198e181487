// What goes wrong with the platform, chosen from a seed: in each minute some kinds of faults, and within it some of the calls.
import type { InterceptedRequest, SimulatorFault } from '../../../src/simulator/options.js'
import { unit } from '../../../src/simulator/world/hash.js'

export const FAULT_KINDS = [
  'latency',
  '429 with Retry-After',
  '429 without Retry-After',
  'lower limits',
  '5xx',
  'resets',
  'garbage',
  'slow bytes',
  'no answer',
  'wrong types',
  'hidden games',
  'no DNS',
  'moved host',
  'away',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]
export const isFaultKind = (text: string): text is FaultKind => FAULT_KINDS.some((kind) => kind === text)

/** At both ends nothing goes wrong, so that the usual number of calls is known, and that all is well again is seen. */
export const CALM_MINUTES = 4
export const AWAY_MINUTES = 20
const FAULTY_SHARE = 0.7
/** The share of the calls of a minute that a fault hits. */
const HIT_SHARE = 0.4
const KINDS_BATCH_SIZE = 3

export interface HourPlan {
  readonly seed: number
  readonly minutes: number
  /** Undefined: all kinds are mixed. */
  readonly only: FaultKind | undefined
}

/** The first minute of the time in which the platform is away, in the middle of a mixed hour. */
export const awayFrom = ({ minutes }: HourPlan): number => Math.floor((minutes - AWAY_MINUTES) / 2)

export function kindsAt(plan: HourPlan, minute: number): readonly FaultKind[] {
  const { seed, minutes, only } = plan
  if (minute < CALM_MINUTES || minute >= minutes - CALM_MINUTES) return []
  const away = awayFrom(plan)
  const isWhole = minutes > AWAY_MINUTES + 4 * CALM_MINUTES && (only === undefined || only === 'away')
  if (isWhole && minute >= away && minute < away + AWAY_MINUTES) return ['away']
  if (isWhole && minute >= away + AWAY_MINUTES && minute < away + AWAY_MINUTES + CALM_MINUTES) return []
  if (unit(seed, minute, 1) >= FAULTY_SHARE) return []
  if (only !== undefined) return only === 'away' && isWhole ? [] : [only]
  const count = 1 + Math.floor(unit(seed, minute, 2) * KINDS_BATCH_SIZE)
  const others = FAULT_KINDS.filter((kind) => kind !== 'away')
  const at = (nth: number) => others[Math.floor(unit(seed, minute, 3 + nth) * others.length)]
  return Array.from({ length: count }, (_, nth) => at(nth)).filter((kind) => kind !== undefined)
}

export const RETRY_AFTER_SECONDS = 7

type Chance = (salt: number) => number

/** Faults of single calls; the other kinds are settings of the simulator for the whole minute. */
const FAULTS: Partial<Record<FaultKind, (request: InterceptedRequest, chance: Chance) => SimulatorFault>> = {
  '429 with Retry-After': () => ({
    status: 429,
    headers: { 'retry-after': `${RETRY_AFTER_SECONDS}` },
    body: 'Too many requests',
  }),
  '429 without Retry-After': () => ({ status: 429, body: '{"errors":[{"code":0,"message":"Too many requests"}]}' }),
  '5xx': (_, chance) => ({ status: 500 + Math.floor(chance(11) * 5), body: '{"errors":[{"code":0}]}' }),
  resets: (_, chance) =>
    chance(12) < 0.5 ? { reset: true } : { truncate: true, status: 200, body: '{"data":[{"id":1,"playing":4' },
  garbage: (_, chance) => ({
    status: 200,
    body: ['<html>Sorry</html>', '', '[]', '{"data":7}'][Math.floor(chance(13) * 4)] ?? '',
  }),
  'slow bytes': () => ({ status: 200, body: `{"data":[]}${' '.repeat(60)}`, trickleMs: 1_000 }),
  'no answer': () => ({ hang: true }),
  'wrong types': ({ query }) => ({
    status: 200,
    body: JSON.stringify({ data: wrongRows(query.get('universeIds') ?? '') }),
  }),
}

function wrongRows(ids: string): object[] {
  const wrong = { playing: 'many', visits: 2 ** 53, favoritedCount: -1, upVotes: '7', downVotes: 0.5 }
  return ids.split(',').map((id) => ({ id: Number(id), rootPlaceId: 1, name: 'X', ...wrong }))
}

/** The fault of the call with this number, if any. `elsewhere` is another host. */
export function faultOf(
  request: InterceptedRequest,
  { kinds, seed, call, elsewhere }: { kinds: readonly FaultKind[]; seed: number; call: number; elsewhere: string },
): SimulatorFault | undefined {
  if (kinds.includes('away') || kinds.includes('no DNS')) return { reset: true }
  const chance: Chance = (salt) => unit(seed, call, salt)
  if (chance(10) >= HIT_SHARE) return undefined
  const kind = kinds[Math.floor(chance(14) * kinds.length)]
  if (kind === 'moved host') return { status: 308, headers: { location: `${elsewhere}${request.path}` }, body: '' }
  return kind === undefined ? undefined : FAULTS[kind]?.(request, chance)
}
