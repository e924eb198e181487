// Asks a running service for its readiness; the doctor uses it.
import { z } from 'zod'
import { ADDRESS_STATES, type AddressState } from '../domain/ports/platform.js'
import type { PartState } from '../services/reading/check-health.js'

const READINESS_TIMEOUT_MS = 3_000
const ANY_ADDRESS: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
])

const addressState = z.object({
  address: z.string(),
  state: z.enum(ADDRESS_STATES),
  universesLeft: z.number().optional(),
  detail: z.string().optional(),
})

const readiness = z.object({
  poller: z.object({
    state: z.string(),
    since: z.string().optional(),
    detail: z.string().optional(),
    headroom: z.number().optional(),
    headroomIsMinimum: z.boolean().optional(),
    firstTickDue: z.string().optional(),
    addresses: z.array(addressState).optional(),
  }),
})

/** The state of the service's poller, or undefined where no service answers at this host and port. */
export async function askPoller(host: string, port: number): Promise<PartState | undefined> {
  if (port === 0) return undefined
  const address = ANY_ADDRESS.get(host) ?? host
  const origin = `http://${address.includes(':') ? `[${address}]` : address}:${port}`
  try {
    const answer = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(READINESS_TIMEOUT_MS) })
    const { poller } = readiness.parse(await answer.json())
    const { state, since, detail, headroom, headroomIsMinimum, firstTickDue, addresses } = poller
    return {
      state,
      ...(since === undefined ? {} : { since }),
      ...(detail === undefined ? {} : { detail }),
      ...(headroom === undefined ? {} : { headroom }),
      ...(headroomIsMinimum === undefined ? {} : { headroomIsMinimum }),
      ...(firstTickDue === undefined ? {} : { firstTickDue }),
      ...(addresses === undefined ? {} : { addresses: addresses.map(addressOf) }),
    }
  } catch {
    return undefined
  }
}

const addressOf = ({ address, state, universesLeft, detail }: z.infer<typeof addressState>): AddressState => ({
  address,
  state,
  ...(universesLeft === undefined ? {} : { universesLeft }),
  ...(detail === undefined ? {} : { detail }),
})
