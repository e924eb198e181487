// Direct messages to the operator come from the process that has something to report, also where others run the bot. Only
// then is discord.js loaded in a process without the bot.
import type { OperatorMessenger } from '../services/operator/inform-operator.js'

interface Deps {
  /** Rejects where a stored token cannot be decrypted. */
  readonly readToken: () => Promise<string | undefined>
  readonly apiUrl: string
}

export const operatorMessengerOf =
  ({ readToken, apiUrl }: Deps): (() => Promise<OperatorMessenger | undefined>) =>
  async () => {
    const token = await readToken()
    if (token === undefined) return undefined
    const { openOperatorMessenger } = await import('../bot/messaging/message-operator.js')
    return openOperatorMessenger({ apiUrl, token })
  }
