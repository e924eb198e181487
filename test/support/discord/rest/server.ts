// The HTTP server of the double: reads a call, applies a planned fault or lets a route answer, and records the call.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DoubleRoute, RestCall, RestResponse, Violation } from '../types.js'
import type { DiscordWorld } from '../world.js'
import { ApiError } from './api-error.js'
import { applyFault, type Faults } from './faults.js'
import { type OAuth, oauthAnswer } from './oauth.js'
import { readBody } from './request-body.js'

const MAX_LOGGED_CALLS = 2000
/** Routes that need no bot token, because the token in their path authenticates them. */
const WITHOUT_BOT_TOKEN = /^\/(interactions|webhooks)\//

export interface RestLog {
  calls: RestCall[]
  unknownCalls: string[]
  violations: Violation[]
}

export interface RestDeps {
  world: DiscordWorld
  faults: Faults
  books: RestLog
  oauth: OAuth
  routes: DoubleRoute[]
  checkSchema: (call: RestCall) => void
}

export function createRestServer(deps: RestDeps): Server {
  const matchers = deps.routes.map((route) => ({ route, pattern: patternOf(route.path) }))
  return createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://double')
    if (url.pathname.startsWith('/cdn/')) return serveFile(deps.world, url.pathname, response)
    serve(deps, matchers, request, response).catch((error: unknown) => {
      // An exception is an error of the double, which must not look like one of the bot.
      deps.books.violations.push({
        rule: 'double-failed',
        detail: String(error),
        call: `${request.method} ${request.url}`,
      })
      respond(response, { status: 500, body: { message: String(error), code: 0 } })
    })
  })
}

type Matcher = { route: DoubleRoute; pattern: RegExp }

async function serve(deps: RestDeps, matchers: Matcher[], request: IncomingMessage, response: ServerResponse) {
  const call = await readCall(request, deps.world)
  deps.books.calls.push(call)
  if (deps.books.calls.length > MAX_LOGGED_CALLS) deps.books.calls.shift()
  const fault = deps.faults.take(call)
  const answer = !fault || fault.afterCommit ? answerCall(deps, matchers, call) : undefined
  if (fault?.delayMs) await sleep(fault.delayMs)
  const wrong = fault && applyFault(fault, response)
  if (wrong === 'cut') return
  const final = wrong ?? answer ?? answerCall(deps, matchers, call)
  call.status = final.status
  respond(response, final)
}

async function readCall(request: IncomingMessage, world: DiscordWorld): Promise<RestCall> {
  const url = new URL(request.url ?? '/', 'http://double')
  const { body, files } = await readBody(request)
  return {
    method: request.method ?? 'GET',
    // discord.js writes @original as %40original.
    path: decodeURIComponent(url.pathname).replace(/^\/api(\/v\d+)?/, ''),
    query: url.searchParams,
    authorization: request.headers.authorization,
    body,
    files,
    at: world.now(),
    status: 0,
  }
}

function answerCall({ world, books, oauth, checkSchema }: RestDeps, matchers: Matcher[], call: RestCall): RestResponse {
  const signIn = oauthAnswer(oauth, call)
  if (signIn) return signIn
  const line = `${call.method} ${call.path}`
  try {
    if (!WITHOUT_BOT_TOKEN.test(call.path) && call.authorization !== `Bot ${world.identity.token}`) {
      throw new ApiError('unauthorized')
    }
    for (const { route, pattern } of matchers) {
      const found = route.method === call.method ? pattern.exec(call.path) : null
      if (!found) continue
      checkSchema(call)
      return route.handle(call, { ...found.groups })
    }
    books.unknownCalls.push(line)
    throw new ApiError('noSuchPath')
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.broken) books.violations.push({ ...error.broken, call: line })
    return error.toAnswer()
  }
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
}

function respond(response: ServerResponse, { status, body, headers }: RestResponse): void {
  // With a content type, discord.js would parse the empty body of a 204 as JSON.
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  response.writeHead(status, { ...type, ...headers })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}

function serveFile(world: DiscordWorld, path: string, response: ServerResponse): void {
  const file = world.files.get(path)
  if (!file) {
    response.writeHead(404).end()
    return
  }
  response.writeHead(200, { 'content-type': file.contentType }).end(file.bytes)
}
