// The session of the server that holds the locks of this process, and in which it writes what depends on them. The server ends
// a session that is silent for some seconds, and frees its locks with it: so a process that lost its session can write nothing,
// and no clock of a process decides.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../../../domain/ports/events.js'
import { unreachableDatabase } from '../changes/availability.js'
import { clientSettings } from '../server/client-settings.js'
import { isConnectionError, messageOf } from '../server/errors.js'
import type { TransactionClient } from '../server/transaction.js'

/** Far more than the time between two heartbeats, and less than the 15 seconds within which others take over. */
const SILENCE_TIMEOUT_MS = 8_000
const SESSION_STATEMENT_TIMEOUT_MS = 30_000
const SESSION_ANSWER_TIMEOUT_MS = 10_000
/** PROCESS-3: the whole stop fits in 10 s. */
const SESSION_CLOSE_TIMEOUT_MS = 2_000

/** What the server does where the process or the network died without a word. */
const SESSION_SETTINGS = [
  `SET idle_session_timeout = ${SILENCE_TIMEOUT_MS}`,
  `SET idle_in_transaction_session_timeout = ${SILENCE_TIMEOUT_MS}`,
  `SET statement_timeout = ${SESSION_STATEMENT_TIMEOUT_MS}`,
  `SET tcp_user_timeout = ${SILENCE_TIMEOUT_MS}`,
] as const
/** Only on some systems. */
const OPTIONAL_SETTINGS = ['SET client_connection_check_interval = 2000'] as const

/** Why no session could be opened, as it was logged. The sessions of a process share it, because they fail for the same reason. */
export interface LoggedProblem {
  message: string | undefined
}

interface SessionDeps {
  readonly databaseUrl: string
  /** Shown by the server, and by reports. */
  readonly name: string
  readonly problem: LoggedProblem
  readonly log: Log | undefined
}

export class LockSession {
  private client: pg.Client | undefined
  private opened = 0
  private last: Promise<unknown> = Promise.resolve()
  private isClosed = false

  constructor(private readonly deps: SessionDeps) {}

  /** The number of the session that is open; undefined without one. */
  term(): number | undefined {
    return this.client === undefined ? undefined : this.opened
  }

  /** Opens a session where there is none, and asks the one there is for an answer. Undefined where that fails. */
  async keep(): Promise<number | undefined> {
    if (this.isClosed) return undefined
    try {
      await this.inTurn(async () => {
        this.client ??= await this.open()
        await this.client.query('SELECT 1')
      })
    } catch (error) {
      this.lose(error)
    }
    return this.term()
  }

  /** One after the other, as a session has one transaction at a time. Rejects unless the session is still that one. */
  run<T>(term: number, work: (client: TransactionClient) => Promise<T>): Promise<T> {
    return this.inTurn(async () => {
      const { client } = this
      if (client === undefined || term !== this.opened) throw unreachableDatabase('the session with the locks was lost')
      return work({ client, breakOff: (error) => this.lose(error) }).catch((error: unknown) => {
        throw isConnectionError(error) ? unreachableDatabase(messageOf(error), error) : error
      })
    })
  }

  /** Frees the locks: at once, or where the server does not answer as soon as it notices that. */
  async close(): Promise<void> {
    this.isClosed = true
    await atMost(SESSION_CLOSE_TIMEOUT_MS, this.last)
    const { client } = this
    this.client = undefined
    if (client !== undefined) await atMost(SESSION_CLOSE_TIMEOUT_MS, client.end())
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.last.then(work)
    this.last = turn.catch(() => undefined)
    return turn
  }

  private async open(): Promise<pg.Client> {
    const client = new pg.Client({
      ...clientSettings(this.deps.databaseUrl),
      query_timeout: SESSION_ANSWER_TIMEOUT_MS,
      application_name: this.deps.name,
    })
    client.on('error', (error) => {
      if (this.client === client) this.lose(error)
    })
    try {
      await client.connect()
      for (const setting of SESSION_SETTINGS) await client.query(setting)
      for (const setting of OPTIONAL_SETTINGS) await client.query(setting).catch(() => undefined)
    } catch (error) {
      client.end().catch(() => undefined)
      throw error
    }
    this.opened++
    this.deps.problem.message = undefined
    return client
  }

  private lose(error: unknown): void {
    const { client } = this
    this.client = undefined
    if (client === undefined) {
      this.noteProblem(error)
      return
    }
    client.end().catch(() => undefined)
    this.deps.log?.warn({ error: messageOf(error) }, 'The session with the locks was lost; others take over its work.')
  }

  /** Each reason once: it is tried again each second. */
  private noteProblem(error: unknown): void {
    const { problem, log } = this.deps
    const message = messageOf(error)
    if (message === problem.message || this.isClosed) return
    problem.message = message
    log?.warn({ error: message }, 'No session with locks could be opened; it is tried again each second.')
  }
}

/** Resolves once `work` is settled, or that time is over. */
const atMost = async (ms: number, work: Promise<unknown>): Promise<void> => {
  const late = new AbortController()
  await Promise.race([
    work.catch(() => undefined),
    sleep(ms, undefined, { signal: late.signal }).catch(() => undefined),
  ])
  late.abort()
}
