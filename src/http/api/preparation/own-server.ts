// A server of the API for the service's own requests: a whole HTTP server on a port of the system, because part of Node's code
// runs only there. It shares only the prepared answers with the server of the clients: what it counts and logs is dropped, it
// knows no keys but its own, and nobody else knows those.
import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Account } from '../../../domain/account.js'
import type { Store } from '../../../domain/ports/store.js'
import { openLog } from '../../../log.js'
import { hashOf, keyCheck } from '../../../services/management/manage-keys.js'
import { createRecordUsage } from '../../../services/management/record-usage.js'
import { accountExportSlots } from '../../../services/reading/export/export-slots.js'
import type { Services } from '../../../services/services.js'
import { createApp, type HttpApp, type HttpSettings } from '../../app.js'
import { startHttp } from '../../start-http.js'

const HOST = '127.0.0.1'
const OWN_REQUEST_TIMEOUT_MS = 30_000
/** A connection ends after so many requests, because accepting one is code that must run several times, too. */
const CONNECTION_REQUEST_COUNT = 10

export interface OwnServerParts {
  readonly app: Pick<HttpApp, 'prepared'>
  readonly services: Services
  readonly settings: HttpSettings
  readonly store: Pick<Store, 'keys' | 'accounts'>
}

type StoredKey = NonNullable<Awaited<ReturnType<Store['keys']['byHash']>>>

export interface OwnRequest {
  /** With the query, as clients send it. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface OwnServer {
  /** Resolves when the answer has ended, whatever it is: a request of a client that gets the same reports it. */
  ask(account: Account, request: OwnRequest): Promise<void>
  close(): Promise<void>
}

export async function openOwnServer({ app, services, settings, store }: OwnServerParts): Promise<OwnServer> {
  const keys = new Map<string, StoredKey>()
  await yieldToEventLoop()
  const own = createApp(
    servicesFor(services, store, keys),
    { ...settings, metricsToken: undefined },
    openLog('info', { write: () => undefined }),
    app.prepared,
  )
  const server = await startHttp(own, HOST, 0)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const secrets = new Map<number, string>()
  const newSecret = (account: Account): string => {
    const secret = ownSecret()
    secrets.set(account.id, secret)
    keys.set(hashOf(secret), keyOf(account, hashOf(secret)))
    return secret
  }
  let count = 0
  return {
    ask: (account, { url, headers }) => {
      const secret = secrets.get(account.id) ?? newSecret(account)
      const connection = ++count % CONNECTION_REQUEST_COUNT === 0 ? 'close' : 'keep-alive'
      return send(agent, server.port, { url, headers: { ...headers, connection, 'x-api-key': secret } })
    },
    close: async () => {
      agent.destroy()
      await server.stop(0)
    },
  }
}

/** Of the form of a key, so that the real check runs, too. */
const ownSecret = (): string => `hc_live_${randomBytes(22).toString('hex').slice(0, 43)}`

/** The same services, but the own keys, and no others, are those of their accounts. They have no limit, and their use is not stored. */
function servicesFor(
  services: Services,
  store: OwnServerParts['store'],
  ownKeys: ReadonlyMap<string, StoredKey>,
): Services {
  const { clock, events, keys, plans } = services
  const unlimited = (plan: keyof typeof plans) => ({ ...plans[plan], requestsPerMinute: Number.MAX_SAFE_INTEGER })
  const byHash = async (hash: string) => {
    // An own key is not stored; it is looked for so that the code of the lookup is compiled.
    await store.keys.byHash(hash)
    return ownKeys.get(hash)
  }
  return {
    ...services,
    plans: { ...plans, free: unlimited('free'), premium: unlimited('premium'), enterprise: unlimited('enterprise') },
    windowCounter: undefined,
    events: { ...events, subscribe: () => () => undefined },
    exportSlots: accountExportSlots(),
    // The code that checks and counts is that of clients, so that it is compiled, too.
    usage: createRecordUsage({ store: { usage: { add: async () => undefined } }, clock }),
    keys: { ...keys, authenticate: keyCheck({ store: { keys: { byHash }, accounts: store.accounts }, clock }) },
  }
}

const keyOf = ({ id: accountId }: Account, hash: string): StoredKey => ({
  ...{ id: 0, accountId, name: '', prefix: '', createdAt: 0, hash },
  ...{ expiresAt: null, revokedAt: null, lastUsedAt: null },
})

function send(agent: Agent, port: number, { url, headers }: OwnRequest): Promise<void> {
  return new Promise((resolve) => {
    const sent = request({ host: HOST, path: url, agent, port, headers })
    const timer = setTimeout(() => sent.destroy(), OWN_REQUEST_TIMEOUT_MS)
    const end = (): void => {
      clearTimeout(timer)
      resolve()
    }
    sent
      .on('response', (response) => response.on('end', end).on('error', end).resume())
      .on('error', end)
      .end()
  })
}
