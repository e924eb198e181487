// Runs the Discord bot with the token in force, and starts it again when the token is changed in the browser.
import type { Bot } from '../bot/start-bot.js'
import { HeadcountError } from '../domain/error.js'
import type { Log } from '../domain/ports/events.js'
import { operatorErrorText } from '../messages/error-text.js'
import type { Worker } from '../poller/repeat.js'
import type { PartState } from '../services/reading/check-health.js'

interface Deps<Kind extends Bot> {
  /** Rejects where a stored token cannot be decrypted. */
  readonly readToken: () => Promise<string | undefined>
  readonly open: (token: string) => Promise<Kind>
  /** Starts what posts notifications through the bot. */
  readonly deliver: (bot: Kind) => Worker
  readonly log: Log
}

export interface BotRunner<Kind extends Bot = Bot> {
  /** Undefined while the bot is off. */
  current(): Kind | undefined
  state(): PartState
  /** Ends the bot that runs, and starts one if there is a token. Never rejects. */
  restart(): Promise<void>
  /** Ends the bot that runs, until `restart`. The reason is why it waits; without one, it is off. */
  pause(reason?: string): Promise<void>
  stop(): Promise<void>
}

const UNREACHABLE: PartState = {
  state: 'failed',
  detail: 'The database cannot be reached, so it is not known whether there is a token.',
}

/** Everybody may read the state, so it does not name files; the log does. */
const UNREADABLE: PartState = { state: 'failed', detail: 'The stored token cannot be read; the log says why.' }

export function createBotRunner<Kind extends Bot>({ readToken, open, deliver, log }: Deps<Kind>): BotRunner<Kind> {
  let running: { readonly bot: Kind; readonly delivery: Worker } | undefined
  let stateWithoutBot: PartState = { state: 'off' }
  let isStopped = false
  let queued: Promise<void> = Promise.resolve()

  /** First ends what posts, then the bot through which it posts. */
  const end = async (): Promise<void> => {
    const previous = running
    running = undefined
    await previous?.delivery.stop()
    await previous?.bot.stop()
  }

  const begin = async (): Promise<void> => {
    await end()
    if (isStopped) return
    stateWithoutBot = { state: 'off' }
    try {
      const token = await readToken()
      if (token === undefined) return
      const bot = await open(token)
      running = { bot, delivery: deliver(bot) }
    } catch (error) {
      stateWithoutBot = error instanceof HeadcountError && error.code === 'UNAVAILABLE' ? UNREACHABLE : UNREADABLE
      log.error({}, `The bot is off. ${operatorErrorText(error)}`)
    }
  }

  /** One at a time: two bots would answer each command twice. */
  const queue = (work: () => Promise<void>): Promise<void> => {
    queued = queued.then(work, work)
    return queued
  }

  return {
    current: () => running?.bot,
    state: () => running?.bot.state() ?? stateWithoutBot,
    restart: () => queue(begin),
    pause: (reason) =>
      queue(async () => {
        await end()
        stateWithoutBot = reason === undefined ? { state: 'off' } : { state: 'connecting', detail: reason }
      }),
    stop: () => {
      isStopped = true
      return queue(end)
    },
  }
}

/** What the rest of the service needs of the bot, which runs in this process alone or also in others. */
export interface BotGateway extends Worker {
  /** Starts the bot again with the token in force, where this process runs it. */
  restart(): Promise<void>
}

/** The only process opens all shards. Resolves once the bot is starting. */
export async function startWholeGateway(runner: Pick<BotRunner, 'restart'>): Promise<BotGateway> {
  await runner.restart()
  return { restart: () => runner.restart(), stop: async () => undefined }
}
