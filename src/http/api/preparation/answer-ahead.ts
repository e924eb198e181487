// Answers requests of its own after the start, so that the first ones of clients find their code compiled and their bytes
// prepared: without it, the first answer took about fifty times as long as those after it, most of that in the server and in
// Express. So the requests go through a whole HTTP server, over a connection in memory. It shares only the prepared answers
// with the server of the clients: what it counts and logs is dropped, and nobody else knows its key.
import { randomBytes } from 'node:crypto'
import { createServer, request } from 'node:http'
import type { Account } from '../../../domain/account.js'
import type { ApiKey } from '../../../domain/api-key.js'
import type { Game } from '../../../domain/game.js'
import { openLog } from '../../../log.js'
import type { AnswerAccount } from '../../../services/reading/read-ahead.js'
import type { Services } from '../../../services/services.js'
import { createApp, type HttpApp, type HttpSettings } from '../../app.js'
import { requestListener } from '../../start-http.js'
import { API_PATH } from '../endpoint.js'
import { LocalAgent } from './local-agent.js'

/** What clients ask most. The example of the ranking in the documentation names its limit, and so do many clients. */
const LISTS = ['/games', '/games/stats', '/games/summary', '/rankings', '/rankings?limit=100']
/** Of all accounts. Each takes two answers, of about a millisecond, and five kilobytes. */
const MAX_ANSWERED_GAMES = 200
/** After so many prepared answers, the optimizing compiler has done most of what it will do. */
const PREPARED_REPEAT_COUNT = 100

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
    if (first === undefined) return
    const secret = ownSecret()
    const own = createApp(
      servicesFor(services, account, secret),
      { ...settings, metricsToken: undefined },
      openLog('info', { write: () => undefined }),
      app.prepared,
    )
    const agent = new LocalAgent(createServer(requestListener(own)))
    try {
      for (const path of pathsOf(answered, isCompiled ? 0 : PREPARED_REPEAT_COUNT)) {
        if (stop.aborted) return
        await ask(agent, secret, path)
      }
      isCompiled = true
    } finally {
      agent.destroy()
      own.liveUpdates.close()
    }
  }
}

function* pathsOf([first, ...others]: readonly Game[], repeats: number): Generator<string> {
  yield* LISTS
  if (first === undefined) return
  for (const { id } of [first, ...others]) yield* [`/games/${id}/stats`, `/games/${id}/summary`]
  for (let repeat = 0; repeat < repeats; repeat++) yield `/games/${first.id}/stats`
  yield* LISTS
}

/** Of the form of a key, so that the real check runs, too. */
const ownSecret = (): string => `hc_live_${randomBytes(22).toString('hex').slice(0, 43)}`

/** The same services, but requests with the own key are those of the account, have no limit and are not counted. */
function servicesFor(services: Services, account: Account, secret: string): Services {
  const { events, keys, plans, usage } = services
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
    usage: { ...usage, record: () => undefined, recordUse: () => undefined },
    keys: {
      ...keys,
      authenticate: async (sent) => {
        const found = await keys.authenticate(sent)
        return sent === secret ? { account, key } : found
      },
    },
  }
}

/** Whatever the answer is: a request of a client that gets the same reports it. */
function ask(agent: LocalAgent, secret: string, path: string): Promise<void> {
  return new Promise((resolve) => {
    request({ agent, host: '127.0.0.1', path: `${API_PATH}${path}`, headers: { 'x-api-key': secret } })
      .on('response', (response) => response.on('end', resolve).on('error', resolve).resume())
      .on('error', resolve)
      .end()
  })
}
