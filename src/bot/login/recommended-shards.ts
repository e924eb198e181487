// Reads with a single request how many shards Discord recommends, before any is opened.
import { DiscordAPIError, REST, Routes } from 'discord.js'
import { z } from 'zod'
import { UNAUTHORIZED_STATUS } from './check-token.js'

interface RecommendationRequest {
  readonly token: string
  readonly apiUrl: string
}

const RECOMMENDATION_TIMEOUT_MS = 8_000

const gatewaySchema = z.object({ shards: z.int().positive() })

/** One where Discord rejects the token: the bot then says so as it logs in. Rejects where Discord does not answer. */
export async function recommendedShards({ token, apiUrl }: RecommendationRequest): Promise<number> {
  // An HTTP header allows no other characters, so this cannot be a token.
  if (!/^[\x21-\x7e]+$/.test(token)) return 1
  const rest = new REST({ api: apiUrl, timeout: RECOMMENDATION_TIMEOUT_MS, retries: 0 }).setToken(token)
  try {
    return gatewaySchema.parse(await rest.get(Routes.gatewayBot())).shards
  } catch (error) {
    if (error instanceof DiscordAPIError && error.status === UNAUTHORIZED_STATUS) return 1
    throw error
  } finally {
    rest.clearHashSweeper()
    rest.clearHandlerSweeper()
  }
}
