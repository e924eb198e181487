// Creates the implementation of the icon source: one call for the addresses of many icons, and downloads of pictures.
// It has its own connections, so that it never takes one from a tick.
import { type Agent, errors, request } from 'undici'
import { type IconLocation, type IconSource, MAX_LOCATED_ICONS } from '../../domain/ports/icons.js'
import { USER_AGENT } from '../../domain/ports/platform.js'
import { PlatformFailure } from '../failure.js'
import { CONNECTION_TIMEOUT_MS, type PlatformClock, PlatformHttp } from '../http.js'
import { readableRows } from '../lookups/rows.js'
import { type AddressPool, openPool } from '../outgoing/address-pool.js'
import { deadlineIn } from '../outgoing/deadline.js'
import type { LocalAddress } from '../outgoing/local-address.js'
import { listAnswer, thumbnailRow } from '../schemas/wire.js'
import { withinTime } from '../within-time.js'
import { mayHaveImages } from './image-host.js'

const MAX_ICON_CONNECTIONS = 2
const ICON_CALL_TIMEOUT_MS = 10_000
const DOWNLOAD_TIMEOUT_MS = 10_000
const MAX_IMAGE_BYTES = 1_000_000
const IMAGE_TYPE = /^image\/(png|jpeg|webp)\s*(;|$)/i

export function openIconSource(
  urlTemplate: string,
  platformClock: PlatformClock,
  localAddresses: readonly string[] = [],
): IconSource {
  const http = new PlatformHttp(urlTemplate, platformClock, { connections: MAX_ICON_CONNECTIONS, localAddresses })
  const apiAddress = urlTemplate.replaceAll('{service}', 'thumbnails')
  const pool = openPool(localAddresses, {
    connect: { timeout: CONNECTION_TIMEOUT_MS },
    headersTimeout: CONNECTION_TIMEOUT_MS,
    bodyTimeout: CONNECTION_TIMEOUT_MS,
    connections: MAX_ICON_CONNECTIONS,
    maxResponseSize: MAX_IMAGE_BYTES,
  })
  return {
    locate: (universeIds, stop) => locate(http, universeIds, stop),
    download: async (address, stop) => {
      if (!mayHaveImages(address, apiAddress))
        throw new PlatformFailure('rejected', 'The address of an icon leads to a host that has no icons.')
      return downloadFromPool(pool, address, stop)
    },
    close: async () => {
      await Promise.all([http.close(), pool.close()])
    },
  }
}

/** PLATFORM-22: the row of a universe says whether it has an icon, and where. */
async function locate(
  http: PlatformHttp,
  universeIds: readonly number[],
  stop: AbortSignal,
): Promise<Map<number, IconLocation>> {
  const ids = universeIds.slice(0, MAX_LOCATED_ICONS).join(',')
  const path = `/v1/games/icons?universeIds=${ids}&returnPolicy=PlaceHolder&size=256x256&format=Png&isCircular=false`
  const call = { endpoint: 'thumbnails:game-icons', service: 'thumbnails', path, answer: listAnswer, tries: 2 }
  const { body } = await http.ask(call, deadlineIn({ withinMs: ICON_CALL_TIMEOUT_MS, stop }))
  return new Map(readableRows(body.data, thumbnailRow).map((row) => [row.targetId, locationOf(row)]))
}

function locationOf({ state, imageUrl }: { readonly state: string; readonly imageUrl?: string | null | undefined }) {
  if (state === 'Completed') return imageUrl ? ({ state: 'found', address: imageUrl } as const) : PENDING
  return state === 'Blocked' ? ({ state: 'none' } as const) : PENDING
}

const PENDING: IconLocation = { state: 'pending' }

/** A picture that cannot be downloaded from one local address is requested from the next. */
async function downloadFromPool(pool: AddressPool, address: string, stop: AbortSignal): Promise<Uint8Array> {
  const deadline = deadlineIn({ withinMs: DOWNLOAD_TIMEOUT_MS, stop })
  const failed = new Set<LocalAddress>()
  for (;;) {
    const from = await pool.take(DOWNLOADS, deadline, failed)
    if (from === undefined) throw new PlatformFailure('late', 'No time left for a picture.')
    const began = performance.now()
    const left = deadline.at - began
    try {
      const found = await withinTime(left, stop, (signal) => download(address, { agent: from.agent, signal }))
      from.circuit.recordSuccess()
      return found
    } catch (error) {
      if (stop.aborted || error instanceof PlatformFailure) throw error
      if (isTooLarge(error)) throw error
      from.circuit.recordFailure(began, 'No answer.')
      failed.add(from)
      if (!pool.hasOther(DOWNLOADS, deadline, failed)) throw error
    } finally {
      from.pendingCalls--
    }
  }
}

const isTooLarge = (error: unknown): boolean => error instanceof errors.ResponseExceededMaxSizeError

/** The key under which downloads are counted. The platform states no limit for them. */
const DOWNLOADS = 'pictures'

interface Download {
  readonly agent: Agent
  readonly signal: AbortSignal
}

/** A redirect is not followed, and the agent ends an answer that is too large. */
async function download(address: string, { agent, signal }: Download): Promise<Uint8Array> {
  const answer = await request(address, {
    dispatcher: agent,
    headers: { 'user-agent': USER_AGENT, accept: 'image/webp,image/png,image/jpeg', 'accept-encoding': 'identity' },
    signal,
  })
  const { statusCode: status, headers, body } = answer
  const type = [headers['content-type']].flat()[0] ?? ''
  if (status !== 200 || !IMAGE_TYPE.test(type) || headers['content-encoding'] !== undefined) {
    body.on('error', () => undefined).destroy()
    throw new PlatformFailure('rejected', `The address of an icon answered ${status} with ${type || 'no type'}.`, {
      status,
    })
  }
  return body.bytes()
}
