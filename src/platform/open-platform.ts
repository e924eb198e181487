// Creates the implementation of the platform port, for the platform or the simulator at PLATFORM_URL.
import { rejection } from '../domain/error.js'
import type { CallDeadline, Platform } from '../domain/ports/platform.js'
import { parseAddress } from './address.js'
import { readCharts } from './charts.js'
import { PlatformFailure } from './failure.js'
import { type PlatformClock, PlatformHttp } from './http.js'
import { deadlineIn } from './outgoing/deadline.js'
import { placeUniverse } from './schemas/universes.js'
import { Universes } from './universes.js'

const BATCH_TIMEOUT_MS = 15_000
const PROBE_TIMEOUT_MS = 5_000

/** `urlTemplate` is for example `https://{service}.example.com`; `{service}` becomes games, develop, apis and so on. */
export function openPlatform(
  urlTemplate: string,
  platformClock: PlatformClock,
  localAddresses: readonly string[] = [],
): Platform {
  const http = new PlatformHttp(urlTemplate, platformClock, { localAddresses })
  const universes = new Universes(http)
  const closing = new AbortController()
  const deadline: CallDeadline = { withinMs: BATCH_TIMEOUT_MS, stop: closing.signal }
  return {
    readUniverses: (ids, deadline, absent = new Set()) => universes.read(ids, deadline, absent),
    capacity: (withinMs) => universes.capacity(withinMs),
    state: () => universes.state(),
    addresses: () => universes.addresses(),
    countPlayers: (ids, deadline) => withHeadcountErrors(universes.countPlayers(ids, deadline)),
    findUniverse: (id) => withHeadcountErrors(universes.find(id, deadline)),
    universeOfPlace: (placeId) => withHeadcountErrors(universeOfPlace(http, placeId, deadline)),
    parseAddress,
    readCharts: (stop = closing.signal) => withHeadcountErrors(readCharts(http, deadlineIn({ ...deadline, stop }))),
    probe: (stop = closing.signal) => withHeadcountErrors(universes.probe({ withinMs: PROBE_TIMEOUT_MS, stop })),
    probeAddresses: (stop = closing.signal) => universes.probeAddresses({ withinMs: PROBE_TIMEOUT_MS, stop }),
    close: () => {
      closing.abort()
      return http.close()
    },
  }
}

/** PLATFORM-13: for an unknown place the platform answers 200 with null. */
async function universeOfPlace(
  http: PlatformHttp,
  placeId: number,
  deadline: CallDeadline,
): Promise<number | undefined> {
  const path = `/universes/v1/places/${placeId}/universe`
  const answer = await http.ask(
    { endpoint: 'apis:place-universe', service: 'apis', path, answer: placeUniverse },
    deadlineIn(deadline),
  )
  return answer.body.universeId ?? undefined
}

async function withHeadcountErrors<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof PlatformFailure)
      throw rejection('UPSTREAM_ERROR', { name: 'platform failed', facts: {} }, { cause: error })
    throw error
  }
}
