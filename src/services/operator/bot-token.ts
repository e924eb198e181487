// The token of the Discord bot: from the environment, which wins, or entered in the browser and stored encrypted.
import { rejection } from '../../domain/error.js'
import type { SecretStore } from '../../domain/ports/secrets.js'
import type { SettingStore } from '../../domain/ports/store.js'
import type { AuditLog } from '../audit/audit-log.js'

/** Discord's response to a token of a bot. `name` and `id` are those of the bot; `why` is an English phrase. */
export type TokenCheckResult =
  | { readonly outcome: 'known'; readonly name: string; readonly id?: string | undefined }
  | { readonly outcome: 'rejected' }
  | { readonly outcome: 'unreachable'; readonly why: string }

export type BotTokenSource = 'environment' | 'stored' | 'none'

interface Deps {
  readonly audit: AuditLog
  readonly secrets: SecretStore
  readonly settings: SettingStore
  /** DISCORD_TOKEN. */
  readonly environmentToken: string | undefined
  /** Asks Discord whose token it is. */
  readonly checkToken: (token: string) => Promise<TokenCheckResult>
}

const BOT_ID = 'discord.bot_id'

export function createBotToken({ audit, secrets, settings, environmentToken, checkToken }: Deps) {
  let onChange: () => Promise<void> = async () => undefined

  return {
    source: async (): Promise<BotTokenSource> => {
      if (environmentToken !== undefined) return 'environment'
      const stored = await secrets.list()
      return stored.some(({ name }) => name === 'discord.token') ? 'stored' : 'none'
    },

    /** The token in force. Rejects with NOT_CONFIGURED where a stored one cannot be decrypted. */
    read: async (): Promise<string | undefined> => environmentToken ?? (await secrets.get('discord.token')),

    /** The user id of the bot whose token was entered last in the browser; undefined if none was, or after it was removed. */
    botId: async (): Promise<string | undefined> => (await settings.get(BOT_ID)) || undefined,

    /**
     * Tests the token against Discord, stores it and starts the bot with it. Returns the name of the bot. Rejects with INVALID_PARAMETERS
     * where Discord rejects the token or DISCORD_TOKEN is set, and with UNAVAILABLE where Discord cannot be reached.
     */
    change: async (typed: string): Promise<string> => {
      if (environmentToken !== undefined)
        throw rejection('INVALID_PARAMETERS', { name: 'set in the environment', facts: { variable: 'DISCORD_TOKEN' } })
      const token = typed.trim()
      const answer = token === '' ? ({ outcome: 'rejected' } as const) : await checkToken(token)
      if (answer.outcome === 'rejected')
        throw rejection('INVALID_PARAMETERS', { name: 'bot token rejected', facts: {} })
      if (answer.outcome === 'unreachable')
        throw rejection('UNAVAILABLE', { name: 'bot token untested', facts: {} }, { cause: answer.why })
      await audit.commit({ action: 'bot token changed', accountId: null, subject: answer.name }, () =>
        Promise.all([secrets.put('discord.token', token), settings.set(BOT_ID, answer.id ?? '')]),
      )
      await onChange()
      return answer.name
    },

    /** Removes the stored token and stops its bot. */
    remove: async (): Promise<void> => {
      await audit.commit({ action: 'bot token removed', accountId: null, subject: '' }, () =>
        Promise.all([secrets.remove('discord.token'), settings.set(BOT_ID, '')]),
      )
      await onChange()
    },

    /** There is one listener: what runs the bot. */
    listen: (listener: () => Promise<void>): void => {
      onChange = listener
    },
  }
}
