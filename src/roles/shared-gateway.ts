// Opens the share of the gateway's shards that falls to this process, and follows it: once a second it takes what is free, and closes
// and gives away what others are to have.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../domain/ports/events.js'
import type { GatewayShards, GatewayShare } from '../domain/processes/gateway-shards.js'
import { repeat } from '../poller/repeat.js'
import type { BotGateway } from './bot-runner.js'

const GATEWAY_CHECK_INTERVAL_MS = 1_000
/** Two numbers that Discord rejects one after the other must not use up the sessions of the day. */
const OUTGROWN_INTERVAL_MS = 60_000
/** Looks for the turn of a bucket at least so often, because a shard may be closed meanwhile. */
const MAX_TURN_WAIT_MS = 1_000

/** The start does not wait for Discord, nor the stop for a database that does not answer (PROCESS-3). */
const FIRST_CHECK_TIMEOUT_MS = 1_000
const LAST_CHECK_TIMEOUT_MS = 2_000

/** What is opened now. */
export interface OpenedShare extends Pick<GatewayShare, 'count' | 'shards'> {
  readonly beginSession: (bucket: number, stop: AbortSignal) => Promise<void>
  readonly onOutgrown: () => void
}

interface Deps {
  readonly gateway: GatewayShards
  readonly runner: {
    /** Ends the bot that runs, and opens these shards with the token in force. */
    open(share: OpenedShare): Promise<void>
    /** Resolves once all others are closed. */
    setShards(shards: readonly number[]): Promise<void>
    pause(reason?: string): Promise<void>
    /** Ends the bot, because the token cannot be read. */
    showUnreadable(): Promise<void>
  }
  readonly readToken: () => Promise<string | undefined>
  readonly recommend: (token: string) => Promise<number>
  readonly log: Log
}

interface OpeningBasis {
  readonly term: number
  readonly count: number
  readonly token: string
}

/** Resolves once the first shards are opening, other processes have them, or that takes a while. */
export async function startSharedGateway({ gateway, runner, readToken, recommend, log }: Deps): Promise<BotGateway> {
  const stopping = new AbortController()
  let opened: OpeningBasis | undefined
  let token: string | undefined
  let earliest = 0
  let isMember = false
  let isUnreadable = false

  const beginSession = async (bucket: number, stop: AbortSignal): Promise<void> => {
    for (;;) {
      stop.throwIfAborted()
      // Without the session, the shards are closed within a second.
      const wait = await gateway.beginSession(bucket).catch(() => MAX_TURN_WAIT_MS)
      if (wait === 0) return
      await sleep(Math.min(wait, MAX_TURN_WAIT_MS), undefined, { signal: stop })
    }
  }
  const onOutgrown = (): void => {
    const { count } = opened ?? {}
    if (count === undefined) return
    log.info({ shards: count }, 'Discord asks for more shards; all processes begin again with them.')
    earliest = earliest === 0 ? 1 : performance.now() + OUTGROWN_INTERVAL_MS
    gateway
      .outgrow(count)
      .catch((error: unknown) => log.warn({ err: error }, 'It could not be stored that Discord asks for more shards.'))
  }

  const close = async (reason?: string): Promise<void> => {
    opened = undefined
    await runner.pause(reason)
  }
  const leave = async (): Promise<void> => {
    await close()
    if (isMember) await gateway.leave()
    isMember = false
  }
  const follow = async (share: GatewayShare | undefined, own: string): Promise<void> => {
    const shards = share?.shards.filter((shard) => !share.surplus.includes(shard)) ?? []
    if (share === undefined || shards.length === 0) await close()
    else if (opened?.term === share.term && opened.count === share.count && opened.token === own) {
      await runner.setShards(shards)
    } else {
      const { term, count } = share
      opened = { term, count, token: own }
      await runner.open({ count, shards, beginSession, onOutgrown })
    }
    if (share !== undefined && share.surplus.length > 0) await gateway.free(share.surplus)
  }

  const readOwnToken = async (): Promise<void> => {
    try {
      token = await readToken()
      isUnreadable = false
    } catch {
      // What cannot be read or decrypted now is as it was.
      if (token !== undefined || isUnreadable) return
      isUnreadable = true
      await runner.showUnreadable()
    }
  }
  const check = async (): Promise<void> => {
    if (stopping.signal.aborted) return
    await readOwnToken()
    if (isUnreadable) return
    const own = token
    try {
      if (own === undefined || performance.now() < earliest) return await leave()
      isMember = true
      await follow(await gateway.share({ bot: botOf(own), recommend: () => recommend(own) }), own)
    } catch (error) {
      // While the database does not answer, other processes may have the shards.
      await close(error instanceof Error ? error.message : String(error))
    }
  }
  let queued: Promise<void> = Promise.resolve()
  const checkInTurn = (): Promise<void> => {
    queued = queued.then(check)
    return queued
  }
  await atMost(FIRST_CHECK_TIMEOUT_MS, checkInTurn())
  const repeated = repeat(async () => {
    await checkInTurn()
    return GATEWAY_CHECK_INTERVAL_MS
  }, GATEWAY_CHECK_INTERVAL_MS)
  return {
    restart: checkInTurn,
    stop: async () => {
      stopping.abort()
      await atMost(LAST_CHECK_TIMEOUT_MS, repeated.stop())
      await runner.pause()
      await atMost(LAST_CHECK_TIMEOUT_MS, gateway.leave())
    },
  }
}

/** Names the bot without its token. */
const botOf = (token: string): string => createHash('sha256').update(token).digest('hex').slice(0, 16)

/** Resolves once `work` is settled, or that time is over. */
const atMost = async (ms: number, work: Promise<unknown>): Promise<void> =>
  void (await Promise.race([work.catch(() => undefined), sleep(ms, undefined, { ref: false })]))
