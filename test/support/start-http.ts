// Starts the HTTP server of a test's app on a loopback port, with an account, its API key, and the lines of the log.

import { request } from 'undici'
import type { Account } from '../../src/domain/account.js'
import type { Game } from '../../src/domain/game.js'
import { ADDED_MEASURES, byMeasure, MEASURE_NAMES } from '../../src/domain/measures.js'
import { emptyBlock, type Measurements } from '../../src/domain/sample.js'
import { namingRequests } from '../../src/http/access/request-context.js'
import { createAnswerMaker } from '../../src/http/api/preparation/answer-ahead.js'
import { createApp, type HttpSettings } from '../../src/http/app.js'
import { startHttp } from '../../src/http/start-http.js'
import { openLog } from '../../src/log.js'
import type { AccountTerms } from '../../src/services/management/manage-accounts.js'
import type { AnswerMaker } from '../../src/services/reading/read-ahead.js'
import { checkAnswer } from './check-answer.js'
import { noteLogLines, noteSecret } from './secrets/collect.js'
import { sharedPainter, startApp, type TestApp, type TestAppOptions } from './start-app.js'

export interface TestRequestOptions {
  readonly body?: string
  readonly method?: string
  /** Null sends no key. */
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string | string[]>>
  /** Of another server on the same app. */
  readonly port?: number
}

export interface TestResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
  /** The body, read as JSON. */
  json(): unknown
}

type WrittenValues = Partial<Measurements> | ((minute: number) => Partial<Measurements>)

export interface Tenant {
  readonly account: Account
  readonly key: string
}

export interface TestHttp extends TestApp, Tenant {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly url: string
  readonly port: number
  /** The lines that the real log wrote. */
  readonly logged: readonly string[]
  /** Makes answers, as the service does after its start. */
  readonly answerMaker: AnswerMaker
  /** Saves what was requested, as a stop of the service does. */
  saveRequests(): Promise<void>
  /** Asks with the account's key; the path is below /api/v1 unless it names the host's root with `~`. */
  ask(path: string, options?: TestRequestOptions): Promise<TestResponse>
  tenant(terms?: AccountTerms): Promise<Tenant>
  /** Tracks the simulated game of that index. */
  track(index: number, account?: Account): Promise<Game>
  /**
   * Writes one sample of the universe for each of the minutes, which ascend. All at once: the store compresses whole weeks, and
   * would compress a week again for each call.
   */
  write(universeId: number, minutes: readonly number[], values?: WrittenValues): Promise<void>
}

export interface TestHttpOptions extends TestAppOptions {
  /** An app that runs already; whoever started it stops it. */
  readonly app?: TestApp
  readonly terms?: AccountTerms
  readonly settings?: Partial<HttpSettings>
  readonly logLevel?: string
  /** Whether `logged` also has the lines of the store and the services. */
  readonly isWholeLog?: boolean
}

const SETTINGS: HttpSettings = {
  trustProxy: false,
  operatorContact: undefined,
  publicUrl: undefined,
  givenOrigin: undefined,
  signUp: 'closed',
  discordClientId: () => undefined,
  painter: sharedPainter,
  discordOrigin: 'https://discord.com',
  corsOrigins: [],
  legacySegments: ['platform'],
  legacyRequestsPerMinute: 60,
  // Tests read the log for other lines than those of each request.
  hasAccessLog: false,
  checkAnswers: true,
}

export async function startHttpApp(options: TestHttpOptions = {}): Promise<TestHttp> {
  const logged: string[] = []
  const collect = (line: string): void => {
    logged.push(line)
    noteLogLines(line)
  }
  const log = openLog(options.logLevel ?? 'info', { write: collect })
  const app = options.app ?? (await startApp({ ...options, ...(options.isWholeLog && { log: namingRequests(log) }) }))
  const settings: HttpSettings = { ...SETTINGS, ...options.settings }
  const httpApp = createApp(app.services, settings, log)
  const server = await startHttp(httpApp, '127.0.0.1', 0)
  const url = `http://127.0.0.1:${server.port}`
  const first = await tenantOf(app, { plan: 'enterprise', ...options.terms })
  return {
    ...app,
    ...first,
    url,
    port: server.port,
    logged,
    saveRequests: () => httpApp.requests.save(app.store.settings),
    answerMaker: createAnswerMaker({ app: httpApp, services: app.services, settings, store: app.store }),
    ask: (path, options = {}) => {
      const origin = options.port === undefined ? url : `http://127.0.0.1:${options.port}`
      return ask(path.startsWith('~') ? origin + path.slice(1) : `${origin}/api/v1${path}`, first.key, options)
    },
    tenant: (terms = {}) => tenantOf(app, terms),
    track: async (index, account = first.account) => {
      const universeId = app.simulator.world.games[index]?.universeId ?? 0
      return (await app.services.games.add(account, { universeId })).game
    },
    write: (universeId, minutes, values) => write(app, universeId, minutes, values),
    stop: async () => {
      await server.stop(1_000)
      if (options.app === undefined) await app.stop()
    },
  }
}

let tenants = 0

async function tenantOf({ services }: TestApp, terms: AccountTerms): Promise<Tenant> {
  const { name = `Studio no. ${++tenants}`, plan = 'enterprise', ...more } = terms
  const account = await services.accounts.create({ name, plan, ...more })
  const { secret: key } = await services.keys.create(account, 'test')
  noteSecret(key)
  return { account, key }
}

async function ask(
  url: string,
  defaultKey: string,
  { method = 'GET', key = defaultKey, headers = {}, body }: TestRequestOptions,
) {
  noteSecret(key ?? undefined)
  const answer = await request(url, {
    method,
    headers: { ...(key === null ? {} : { 'x-api-key': key }), ...headers },
    body: body ?? null,
  })
  const text = await answer.body.text()
  const flat = Object.entries(answer.headers).map(([name, value]) => [name, value === undefined ? value : `${value}`])
  const found = { status: answer.statusCode, headers: Object.fromEntries(flat), text }
  const [, path] = url.split('/api/v1', 2)
  if (path !== undefined) checkAnswer(method, path, found)
  return { ...found, json: () => JSON.parse(text) as unknown }
}

async function write(app: TestApp, universeId: number, minutes: readonly number[], values: WrittenValues = {}) {
  const block = emptyBlock(universeId, minutes.length)
  const added = byMeasure(ADDED_MEASURES, () => null)
  const usual: Measurements = { ccu: 1, visits: 2, favorites: 3, likes: 4, dislikes: 5, ...added }
  minutes.forEach((minute, row) => {
    const sample = { ...usual, ...(typeof values === 'function' ? values(minute) : values) }
    block.minutes[row] = minute
    for (const name of MEASURE_NAMES) block.columns[name][row] = sample[name] ?? Number.NaN
  })
  await app.store.series.importBlock(block)
}
