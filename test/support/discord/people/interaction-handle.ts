// One interaction for a test: what the double sent to the bot, and everything that the bot answered.
import { InteractionResponseType, type InteractionType, MessageFlags } from 'discord.js'
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
  /** How often the message of the first answer was changed afterwards. */
  edits = 0
  deleted = false
  choices: SuggestedChoice[] | undefined
  modal: Json | undefined
  readonly followUps: DoubleMessage[] = []
  /** What the double rejected, in Discord's words. */
  readonly rejections: string[] = []
  /** The message of the first answer, with all edits applied; for an update, the one that the control sits on. */
  original: DoubleMessage | undefined
  #isOriginalEphemeral = false
  readonly #watchers = new Set<() => void>()

  constructor(readonly pushed: PushedInteraction) {}

  /** What the person reads as the answer: the first message, or a later one where the first only gained time for it. */
  get message(): DoubleMessage {
    const message = this.#laterAnswer ?? this.original
    if (!message) throw new Error(`${this.pushed.label} has no message. ${this.#story()}`)
    return message
  }

  /** Whether only the person sees the answer. */
  get ephemeral(): boolean {
    const later = this.#laterAnswer
    return later ? (later.flags & MessageFlags.Ephemeral) !== 0 : this.#isOriginalEphemeral
  }

  answerBy(message: DoubleMessage, isEphemeral: boolean): void {
    this.original = message
    this.#isOriginalEphemeral = isEphemeral
  }

  /** A bot that was slow defers, and sends what is for the asker alone in a message of its own. */
  get #laterAnswer(): DoubleMessage | undefined {
    return this.deferred && this.edits === 0 ? this.followUps[0] : undefined
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
    if (!this.deferred || this.edits > 0 || this.followUps.length > 0) return true
    // A deferred reply is deleted where a private message follows; a deferred update deletes the message of its control.
    return this.deleted && this.firstAnswer.type === InteractionResponseType.DeferredMessageUpdate
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
