// Runs the Discord bot with the token in force, and starts it again when the token is changed in the browser.
import type { Bot } from '../bot/start-bot.js'
import type { Log } from '../domain/ports/events.js'
import { operatorErrorText } from '../messages/error-text.js'
import type { Worker } from '../poller/repeat.js'
import type { PartState } from '../services/reading/check-health.js'

interface Deps {
  /** Rejects where a stored token cannot be decrypted. */
  readonly readToken: () => Promise<string | undefined>
  readonly open: (token: string) => Promise<Bot>
  /** Starts what posts notifications through the bot. */
  readonly deliver: (bot: Bot) => Worker
  readonly log: Log
}

export interface BotRunner {
  /** Undefined while the bot is off. */
  current(): Bot | undefined
  state(): PartState
  /** Ends the bot that runs, and starts one if there is a token. Never rejects. */
  restart(): Promise<void>
  /** Ends the bot that runs, until `restart`. */
  pause(): Promise<void>
  stop(): Promise<void>
}

/** Everybody may read the state, so it does not name files; the log does. */
const UNREADABLE: PartState = { state: 'failed', detail: 'The stored token cannot be read; the log says why.' }

export function createBotRunner({ readToken, open, deliver, log }: Deps): BotRunner {
  let running: { readonly bot: Bot; readonly delivery: Worker } | undefined
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
      stateWithoutBot = UNREADABLE
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
    pause: () => queue(end),
    stop: () => {
      isStopped = true
      return queue(end)
    },
  }
}
