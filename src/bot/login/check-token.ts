// Checks with a single request whether Discord accepts the bot token, without starting the bot.
import { DiscordAPIError, REST, Routes } from 'discord.js'
import type { TokenCheckResult } from '../../services/operator/bot-token.js'

export interface TokenCheckOptions {
  readonly token: string
  readonly apiUrl: string
}

const TOKEN_CHECK_TIMEOUT_MS = 8_000
export const UNAUTHORIZED_STATUS = 401

export async function checkToken({ token, apiUrl }: TokenCheckOptions): Promise<TokenCheckResult> {
  // An HTTP header allows no other characters, so this cannot be a token.
  if (!/^[\x21-\x7e]+$/.test(token)) return { outcome: 'rejected' }
  const rest = new REST({
    api: apiUrl,
    timeout: TOKEN_CHECK_TIMEOUT_MS,
    retries: 0,
    rejectOnRateLimit: () => true,
  }).setToken(token)
  try {
    const user = await rest.get(Routes.user('@me'), { signal: AbortSignal.timeout(TOKEN_CHECK_TIMEOUT_MS) })
    return { outcome: 'known', name: nameOf(user), id: idOf(user) }
  } catch (error) {
    if (error instanceof DiscordAPIError && error.status === UNAUTHORIZED_STATUS) return { outcome: 'rejected' }
    return { outcome: 'unreachable', why: reasonOf(error) }
  } finally {
    rest.clearHashSweeper()
    rest.clearHandlerSweeper()
  }
}

const idOf = (user: unknown): string | undefined =>
  typeof user === 'object' && user !== null && 'id' in user ? String(user.id) : undefined

const nameOf = (user: unknown): string =>
  typeof user === 'object' && user !== null && 'username' in user ? String(user.username) : 'without a name'

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'AbortError' || error.name === 'TimeoutError')
    return `no answer within ${TOKEN_CHECK_TIMEOUT_MS / 1_000} s`
  const { cause } = error
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message
}
