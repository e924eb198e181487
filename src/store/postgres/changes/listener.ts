// Hears what other processes commit, so that caches hold. A heartbeat shows that the connection still hears: an answer comes
// after all that was committed before its question. While it does not, everything counts as changed again and again, so that
// nothing is more than a second stale.
import { setTimeout as sleep, setImmediate as yieldToEventLoop } from 'node:timers/promises'
import pg from 'pg'
import type { EventBus, Log } from '../../../domain/ports/events.js'
import { clientSettings } from '../server/client-settings.js'
import { messageOf } from '../server/errors.js'
import type { SilentConnections } from '../server/silent-connections.js'
import { shareDatabase } from '../server/use-lock.js'
import type { Availability } from './availability.js'
import { CHANGE_CHANNEL, readChangeMessage } from './messages.js'

/** Their sum is how stale a cache can be. */
const LISTENER_CHECK_INTERVAL_MS = 250
const LISTENER_TIMEOUT_MS = 500
const MISSED_INTERVAL_MS = 400
const RECONNECT_DELAY_MS = 100
const RECONNECT_TIMEOUT_MS = 800
/**
 * So long after a lost heartbeat, without a new connection, the database counts as unreachable: in all after 1,250 ms, so that a
 * reader on a busy machine still gets an answer within 2 s.
 */
const UNREACHABLE_DELAY_MS = 500

export interface ChangeListener {
  close(): Promise<void>
}

interface ListenerDeps {
  readonly databaseUrl: string
  /** What this process itself commits is reported to its bus at once, and not heard again. */
  readonly self: string
  readonly bus: EventBus
  readonly availability: Availability
  readonly silent: SilentConnections
  readonly log: Log | undefined
}

/** Resolves once it hears, and rejects where the first connection fails. */
export async function listenForChanges(deps: ListenerDeps): Promise<ChangeListener> {
  const listener = new Listener(deps, await openListener(deps))
  const running = listener.run()
  return {
    close: async () => {
      listener.stop()
      await running
    },
  }
}

class Listener {
  private readonly stopping = new AbortController()
  private readonly missed: NodeJS.Timeout
  private late: NodeJS.Timeout | undefined

  constructor(
    private readonly deps: ListenerDeps,
    private client: pg.Client | undefined,
  ) {
    this.missed = setInterval(() => {
      if (this.client === undefined) deps.bus.publish({ type: 'changes missed' })
    }, MISSED_INTERVAL_MS)
    this.missed.unref()
  }

  async run(): Promise<void> {
    const { signal } = this.stopping
    const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
    while (!signal.aborted) {
      this.deps.silent.note()
      if (this.client === undefined) await this.reconnect()
      else await this.check(this.client)
      await pause(this.client === undefined ? RECONNECT_DELAY_MS : LISTENER_CHECK_INTERVAL_MS)
    }
  }

  stop(): void {
    this.stopping.abort()
    clearInterval(this.missed)
    clearTimeout(this.late)
    if (this.client !== undefined) abandon(this.client)
  }

  private async check(client: pg.Client): Promise<void> {
    try {
      await answerOf(client.query('SELECT 1'))
      await this.deps.silent.look(
        client,
        async (text, values) => (await answerOf(client.query(text, [...values]))).rows,
      )
    } catch (error) {
      if (this.stopping.signal.aborted) return
      const { bus, log, availability, silent } = this.deps
      availability.noteFault()
      abandon(client)
      this.client = undefined
      bus.publish({ type: 'changes missed' })
      this.late = setTimeout(() => {
        availability.lose()
        // Where the network forgot all connections, those that wait would keep new ones out of the pool.
        silent.endWaiting()
      }, UNREACHABLE_DELAY_MS)
      this.late.unref()
      log?.warn({ error: messageOf(error) }, 'Changes of other processes cannot be heard; nothing is cached meanwhile.')
    }
  }

  private async reconnect(): Promise<void> {
    const opened = await openListener(this.deps).catch(() => undefined)
    if (opened === undefined) return
    if (this.stopping.signal.aborted) return abandon(opened)
    const { bus, log, availability } = this.deps
    this.client = opened
    clearTimeout(this.late)
    availability.restore()
    // What was committed before this connection listened.
    bus.publish({ type: 'changes missed' })
    log?.info({}, 'Changes of other processes are heard again.')
  }
}

async function openListener({ databaseUrl, self, bus }: ListenerDeps): Promise<pg.Client> {
  const client = new pg.Client({
    ...clientSettings(databaseUrl),
    connectionTimeoutMillis: RECONNECT_TIMEOUT_MS,
    application_name: 'headcount changes',
  })
  // The next heartbeat fails then.
  client.on('error', () => undefined)
  client.on('notification', ({ payload }) => {
    const { sender, events } = readChangeMessage(payload ?? '')
    if (sender === self) return
    for (const event of events) bus.publish(event)
  })
  try {
    await client.connect()
    await shareDatabase(client)
    await client.query(`LISTEN ${CHANGE_CHANNEL}`)
    return client
  } catch (error) {
    abandon(client)
    throw error
  }
}

/** A process that was busy finds the answer and the end of the time limit together: then it was answered in time. */
async function answerOf<Answer>(query: Promise<Answer>): Promise<Answer> {
  let isAnswered = false
  const answer = query.then((found) => {
    isAnswered = true
    return found
  })
  const late = sleep(LISTENER_TIMEOUT_MS, undefined, { ref: false }).then(async () => {
    for (let turn = 0; turn < 3 && !isAnswered; turn++) await yieldToEventLoop()
    if (!isAnswered) throw new Error(`no answer within ${LISTENER_TIMEOUT_MS} ms`)
    return answer
  })
  late.catch(() => undefined)
  return Promise.race([answer, late])
}

/** Without waiting for a server that may not answer. */
const abandon = (client: pg.Client): void => void client.end().catch(() => undefined)
