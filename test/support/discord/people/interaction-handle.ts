// One interaction for a test: what the double sent to the bot, and everything that the bot answered.
import { InteractionResponseType, type InteractionType } from 'discord.js'
import type { Stopwatch } from '../../stopwatch.js'
import type { DoubleMessage, DoubleUser, Json } from '../types.js'

/** Only for tests that fail: whether an answer is late is another question. */
const ANSWER_TIMEOUT_MS = 60_000

export interface FirstAnswer {
  type: InteractionResponseType
  flags: number
  /** The time from sending the interaction to the bot's answer, as on a machine with nothing else to do. */
  afterMs: number
}

export interface SuggestedChoice {
  name: string
  value: string | number
}

export interface PushedInteraction {
  id: string
  token: string
  type: InteractionType
  /** Names the interaction in error messages: `/rank`, `button next`. */
  label: string
  channelId: string
  guildId: string | undefined
  user: DoubleUser
  /** The message whose control was used. */
  source: DoubleMessage | undefined
  /** Started when it was sent, for the limit of three seconds for the first answer. */
  stopwatch: Stopwatch
  /** Wall-clock time of the double, for the fifteen minutes in which the token is valid. */
  madeAt: number
}

export class InteractionHandle {
  firstAnswer: FirstAnswer | undefined
  deferred = false
  ephemeral = false
  /** How often the message of the first answer was changed afterwards. */
  edits = 0
  deleted = false
  choices: SuggestedChoice[] | undefined
  modal: Json | undefined
  readonly followUps: DoubleMessage[] = []
  /** What the double rejected, in Discord's words. */
  readonly rejections: string[] = []
  #message: DoubleMessage | undefined
  readonly #watchers = new Set<() => void>()

  constructor(readonly pushed: PushedInteraction) {}

  /** The answer's message with all edits applied; for an update, the message that the control sits on. */
  get message(): DoubleMessage {
    if (!this.#message) throw new Error(`${this.pushed.label} has no message. ${this.#story()}`)
    return this.#message
  }

  get hasMessage(): boolean {
    return this.#message !== undefined
  }

  set message(message: DoubleMessage) {
    this.#message = message
  }

  /** The double calls this after each change. */
  notify(): void {
    for (const watcher of [...this.#watchers]) watcher()
  }

  async answered(timeoutMs = ANSWER_TIMEOUT_MS): Promise<this> {
    await this.#until(() => this.firstAnswer !== undefined, timeoutMs, 'got no answer')
    return this
  }

  /** The first answer and, if it only deferred, what came after it. */
  async done(timeoutMs = ANSWER_TIMEOUT_MS): Promise<this> {
    const missing = () => (this.firstAnswer ? 'was deferred and not edited' : 'got no answer')
    await this.#until(() => this.#isComplete(), timeoutMs, missing)
    return this
  }

  #isComplete(): boolean {
    if (!this.firstAnswer) return false
    return !this.deferred || this.edits > 0 || this.followUps.length > 0 || this.deleted
  }

  #until(reached: () => boolean, timeoutMs: number, missing: string | (() => string)): Promise<void> {
    if (reached()) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const finish = (settle: () => void) => {
        clearTimeout(timer)
        this.#watchers.delete(watcher)
        settle()
      }
      const watcher = () => {
        if (reached()) finish(resolve)
      }
      const timer = setTimeout(() => {
        const what = typeof missing === 'string' ? missing : missing()
        finish(() => reject(new Error(`${this.pushed.label} ${what} within ${timeoutMs} ms. ${this.#story()}`)))
      }, timeoutMs)
      this.#watchers.add(watcher)
    })
  }

  #story(): string {
    const first = this.firstAnswer
    const summary = first
      ? `First answer: ${InteractionResponseType[first.type]} after ${first.afterMs} ms.`
      : 'No answer.'
    return this.rejections.length ? `${summary} Refused: ${this.rejections.join('; ')}` : summary
  }
}
