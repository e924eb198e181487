// Runs the bot only in the process that has the lease of the gateway: two would answer each command twice.

import type { Leases } from '../domain/processes/leases.js'
import { repeat, type Worker } from '../poller/repeat.js'
import type { BotRunner } from './bot-runner.js'

const GATEWAY_CHECK_INTERVAL_MS = 1_000

interface Deps {
  readonly leases: Pick<Leases, 'take'>
  readonly runner: Pick<BotRunner, 'restart' | 'pause'>
  /** Asked again and again where another process may change the token; undefined where only this one does. */
  readonly readToken: (() => Promise<string | undefined>) | undefined
}

export interface BotGateway extends Worker {
  /** Starts the bot again with the token in force, where this process runs it. */
  restart(): Promise<void>
}

/** Resolves once the bot runs, or another process runs it. */
export async function startGateway({ leases, runner, readToken }: Deps): Promise<BotGateway> {
  let term: number | undefined
  let token: string | undefined
  // What cannot be read or decrypted now is as it was.
  const currentToken = async () => readToken?.().catch(() => token)

  const check = async (): Promise<void> => {
    // While the database does not answer, another process may have the lease.
    const lease = await leases.take('gateway').catch(() => undefined)
    const found = lease === undefined ? token : await currentToken()
    if (lease?.term === term && found === token) return
    term = lease?.term
    token = found
    await (lease === undefined ? runner.pause() : runner.restart())
  }
  await check()
  const repeated = repeat(async () => {
    await check()
    return GATEWAY_CHECK_INTERVAL_MS
  }, GATEWAY_CHECK_INTERVAL_MS)
  return {
    restart: async () => {
      if (term !== undefined) await runner.restart()
    },
    stop: repeated.stop,
  }
}
