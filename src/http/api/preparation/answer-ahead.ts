// Answers requests of its own after the start, so that the first ones of clients find their code compiled and their bytes
// prepared: without it, the first answer took about fifty times as long as those after it, most of that in the server and in
// Express. So the requests go through a whole HTTP server, over connections of the system, because part of Node's code for them
// runs only there. It shares only the prepared answers with the server of the clients: what it counts and logs is dropped, it
// knows no key but its own, and nobody else knows that one.
import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { Account } from '../../../domain/account.js'
import type { ApiKey } from '../../../domain/api-key.js'
import { dayOf, isoOfDay, minuteOf } from '../../../domain/clock.js'
import type { Game } from '../../../domain/game.js'
import { openLog } from '../../../log.js'
import { accountExportSlots } from '../../../services/reading/export/export-slots.js'
import type { AnswerAccount } from '../../../services/reading/read-ahead.js'
import type { Services } from '../../../services/services.js'
import { createApp, type HttpApp, type HttpSettings } from '../../app.js'
import { startHttp } from '../../start-http.js'
import { API_PATH } from '../endpoint.js'

/** What clients ask most. The example of the ranking in the documentation names its limit, and so do many clients. */
const LISTS = ['/games', '/games/stats', '/games/summary', '/rankings', '/rankings?limit=100']
/** Of all accounts. Each takes two answers, of about a millisecond, and five kilobytes. */
const MAX_ANSWERED_GAMES = 200
/** After so many prepared answers, the optimizing compiler has done most of what it will do. */
const PREPARED_REPEAT_COUNT = 100
/** The same for answers that are made for each request. Each takes milliseconds. */
const MADE_REPEAT_COUNT = 12
/** A connection ends after so many requests, because accepting one is code that must run several times, too. */
const CONNECTION_REQUEST_COUNT = 10
/** Nearly all clients that compress accept it. Brotli would take several megabytes. */
const CODING = 'gzip'
const HOST = '127.0.0.1'
const OWN_REQUEST_TIMEOUT_MS = 30_000

interface OwnRequest {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
}

interface AnswerAheadParts {
  readonly app: Pick<HttpApp, 'prepared'>
  readonly services: Services
  readonly settings: HttpSettings
}

/** The returned function makes the answers about the games of one account, and stops early where `stop` is aborted. */
export function createAnswerAhead({ app, services, settings }: AnswerAheadParts): AnswerAccount {
  let gamesLeft = MAX_ANSWERED_GAMES
  let isCompiled = false
  return async (account, games, stop) => {
    const answered = games.slice(0, gamesLeft)
    gamesLeft -= answered.length
    const [first] = answered
    if (first === undefined || stop.aborted) return
    const secret = ownSecret()
    const own = createApp(
      servicesFor(services, account, secret),
      { ...settings, metricsToken: undefined },
      openLog('info', { write: () => undefined }),
      app.prepared,
    )
    // Where no port can be opened, clients wait for their first answers.
    const server = await startHttp(own, HOST, 0).catch(() => undefined)
    if (server === undefined) return
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const today = dayOf(minuteOf(services.clock.now()))
    let count = 0
    try {
      for (const { path, headers } of requestsFor(answered, { isCompiled, today })) {
        if (stop.aborted) return
        const connection = ++count % CONNECTION_REQUEST_COUNT === 0 ? 'close' : 'keep-alive'
        await ask({ agent, port: server.port, path, headers: { ...headers, connection, 'x-api-key': secret } })
      }
      isCompiled = true
    } finally {
      agent.destroy()
      await server.stop(0)
    }
  }
}

function* requestsFor(
  [first, ...others]: readonly Game[],
  { isCompiled, today }: { readonly isCompiled: boolean; readonly today: number },
): Generator<OwnRequest> {
  for (const path of LISTS) yield { path }
  if (first === undefined) return
  for (const { id } of [first, ...others]) {
    yield { path: `/games/${id}/stats` }
    yield { path: `/games/${id}/summary` }
  }
  if (!isCompiled) yield* compiling(first, today)
  for (const path of LISTS) yield { path }
}

/** Those that are made for each request run first, so that the prepared ones find what both need compiled. */
function* compiling({ id }: Game, today: number): Generator<OwnRequest> {
  const yesterday = `start_date=${isoOfDay(today - 1)}&end_date=${isoOfDay(today - 1)}`
  const made = [
    ...['interval=1m&last=1d', 'interval=1h&last=30d', 'interval=1d&last=30d'].map((grid) => `series?${grid}`),
    ...['json', 'csv'].map((format) => `export?${yesterday}&format=${format}`),
  ].map((query) => `/games/${id}/${query}`)
  for (let repeat = 0; repeat < MADE_REPEAT_COUNT; repeat++)
    for (const path of [...made, ...LISTS])
      yield { path, ...(repeat % 4 === 3 && { headers: { 'accept-encoding': CODING } }) }
  for (let repeat = 0; repeat < PREPARED_REPEAT_COUNT; repeat++) yield { path: `/games/${id}/stats` }
}

/** Of the form of a key, so that the real check runs, too. */
const ownSecret = (): string => `hc_live_${randomBytes(22).toString('hex').slice(0, 43)}`

/** The same services, but requests with the own key, and no others, are those of the account. They have no limit and are not counted. */
function servicesFor(services: Services, account: Account, secret: string): Services {
  const { accounts, events, keys, plans, usage } = services
  const key: ApiKey = {
    ...{ id: 0, accountId: account.id, name: '', prefix: '', createdAt: 0 },
    ...{ expiresAt: null, revokedAt: null, lastUsedAt: null },
  }
  const unlimited = (plan: keyof typeof plans) => ({ ...plans[plan], requestsPerMinute: Number.MAX_SAFE_INTEGER })
  return {
    ...services,
    plans: { ...plans, free: unlimited('free'), premium: unlimited('premium'), enterprise: unlimited('enterprise') },
    windowCounter: undefined,
    events: { ...events, subscribe: () => () => undefined },
    exportSlots: accountExportSlots(),
    usage: { ...usage, record: () => undefined, recordUse: () => undefined },
    keys: {
      ...keys,
      authenticate: async (sent) => {
        await keys.authenticate(sent)
        const found = sent === secret ? await accounts.byId(account.id) : undefined
        return found && { account: found, key }
      },
    },
  }
}

/** Whatever the answer is: a request of a client that gets the same reports it. */
function ask({ path, ...options }: OwnRequest & { readonly agent: Agent; readonly port: number }): Promise<void> {
  return new Promise((resolve) => {
    const sent = request({ host: HOST, path: `${API_PATH}${path}`, timeout: OWN_REQUEST_TIMEOUT_MS, ...options })
    sent
      .on('response', (response) => response.on('end', resolve).on('error', resolve).resume())
      .on('timeout', () => sent.destroy())
      .on('error', resolve)
      .end()
  })
}
