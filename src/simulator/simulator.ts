// A platform that answers like the real one, over HTTP, from a world that follows from a seed: for the demo, `simulate` and every test.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Clock, systemClock } from '../domain/clock.js'
import { CallRejection, type CallResponse, legacyError, notFound } from './call.js'
import { defaultSettings, type Override, type SimulatorOptions, type SimulatorSettings } from './options.js'
import { SimulatedRateLimits } from './rate-limits.js'
import { countIds, type LoggedRequest, RequestLog } from './request-log.js'
import { findCall } from './routes.js'
import { parseJson, readBody, sendAnswer, sendFault, wait } from './send.js'
import { Simulation } from './simulation.js'
import type { SimulatedGame, UniverseSetup } from './world/game.js'
import { createWorld, type World } from './world/world.js'

export type { Override, SimulatorOptions, SimulatorSettings } from './options.js'
export type { LoggedRequest } from './request-log.js'
export type { SimulatedGame, UniverseSetup } from './world/game.js'
export { createWorld, type World } from './world/world.js'

export interface SimulatorHandle {
  /** With `{service}` in it, as PLATFORM_URL takes it. */
  readonly url: string
  readonly port: number
  readonly world: World
  readonly clock: Clock
  /** May be changed at any time. */
  readonly settings: SimulatorSettings
  readonly hidden: Set<number>
  readonly gone: Set<number>
  /** The newest last; the oldest are dropped after 20,000. */
  readonly requests: LoggedRequest[]
  /** Replaces single values of a universe; undefined gives a value back to the world. */
  set(universeId: number, values: Override): void
  addUniverse(wish: UniverseSetup): SimulatedGame
  /** The CSRF token handed out so far is refused from now on. */
  rotateCsrf(): void
  close(): Promise<void>
}

const brokenAnswer = (coin: boolean): CallResponse =>
  coin
    ? { status: 500, body: legacyError(0, 'InternalServerError') }
    : { status: 503, body: 'Service Unavailable', type: 'text/plain' }

interface SimulatorRequest {
  readonly method: string
  readonly url: URL
  readonly text: string
  readonly address: string
  readonly headers: IncomingMessage['headers']
}

const answerTo = (asked: SimulatorRequest, simulation: Simulation, limits: SimulatedRateLimits): CallResponse => {
  const found = findCall(asked.method, asked.url.pathname)
  if (!found) return notFound
  const verdict = limits.take(found.call, asked.address, simulation.clock.now())
  const withHeaders = (answer: CallResponse): CallResponse => ({
    ...answer,
    headers: { ...verdict.headers, ...answer.headers },
  })
  if (!verdict.allowed)
    return withHeaders({ status: 429, body: found.call.tooMany ?? legacyError(0, 'Too many requests') })
  if (simulation.happens(simulation.settings.errorRate)) return withHeaders(brokenAnswer(simulation.happens(0.5)))
  try {
    const { headers, url, text } = asked
    const request = {
      params: found.params,
      query: url.searchParams,
      headers,
      body: parseJson(text),
      origin: url.origin,
    }
    return withHeaders(found.call.answer(request, simulation))
  } catch (error) {
    if (error instanceof CallRejection) return withHeaders(error.answer)
    throw error
  }
}

const handlerOf = (simulation: Simulation, limits: SimulatedRateLimits, log: RequestLog) => {
  const { settings, clock } = simulation
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`)
    const [, service = '', ...rest] = url.pathname.split('/')
    const path = `/${rest.join('/')}`
    const { method = 'GET', headers } = request
    const text = await readBody(request)
    const ids = countIds(path, url.searchParams, parseJson(text))
    log.add({ method, service, path, query: url.search.slice(1), at: clock.now(), ids })
    response.sendDate = false
    response.setHeader('date', new Date(clock.now() + settings.clockSkewMs).toUTCString())
    const fault = settings.intercept?.({ service, path, query: url.searchParams, method, headers, body: text })
    if (fault) return sendFault(response, fault)
    const address = request.socket.remoteAddress ?? ''
    const answer = answerTo({ method, url, text, address, headers }, simulation, limits)
    if (settings.latencyMs > 0) await wait(settings.latencyMs)
    sendAnswer(response, answer)
  }
}

export const startSimulator = async (options: SimulatorOptions): Promise<SimulatorHandle> => {
  const {
    host = '127.0.0.1',
    port,
    seed,
    games,
    newest,
    clock = systemClock,
    hidden = [],
    gone = [],
    ...wished
  } = options
  const settings: SimulatorSettings = { ...defaultSettings, ...wished }
  const world = createWorld({ seed, games, newest })
  const simulation = new Simulation(world, clock, settings, { hidden, gone })
  const log = new RequestLog()
  const handle = handlerOf(simulation, new SimulatedRateLimits(settings), log)
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      // A fault of the simulator's own: said aloud, because a test would otherwise take it for one of the platform's.
      const answer = { status: 500, body: legacyError(0, `The simulator failed: ${error}`) }
      if (response.headersSent) response.destroy()
      else sendAnswer(response, answer)
    })
  })
  // Longer than the client's own, so that a kept connection is never closed under a request.
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const address = server.address()
  const actualPort = typeof address === 'object' && address !== null ? address.port : port

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}/{service}`,
    port: actualPort,
    world,
    clock,
    settings,
    hidden: simulation.hidden,
    gone: simulation.gone,
    requests: log.entries,
    set(universeId, values) {
      if (!world.game(universeId)) throw new RangeError(`The simulated world has no universe ${universeId}`)
      simulation.overrides.set(universeId, { ...simulation.overrides.get(universeId), ...values })
    },
    addUniverse: (wish) => world.add(wish),
    rotateCsrf: () => simulation.rotateCsrf(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
