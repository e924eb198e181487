// Whether a person is still in a server, asked of Discord one person at a time, which needs no privileged intent.
import { DiscordAPIError, type Guild, RESTJSONErrorCodes } from 'discord.js'
import { LRUCache } from 'lru-cache'

const MAX_MEMBERSHIPS = 5_000
const MAX_MEMBERSHIP_AGE_MS = 5 * 60_000
const GONE: readonly (number | string)[] = [RESTJSONErrorCodes.UnknownMember, RESTJSONErrorCodes.UnknownUser]

export type IsMember = (guildId: string, userId: string) => Promise<boolean | undefined>

/** Undefined while that is unknown, null where the bot is not in the server. */
export type FindGuild = (guildId: string) => Guild | null | undefined | Promise<Guild | null | undefined>

/** Undefined while Discord does not say; a server that the bot has left has no members for it. */
export function createMembership(findGuild: FindGuild): IsMember {
  const known = new LRUCache<string, { readonly is: boolean }>({ max: MAX_MEMBERSHIPS, ttl: MAX_MEMBERSHIP_AGE_MS })

  return async (guildId, userId) => {
    const guild = await findGuild(guildId)
    if (guild === undefined) return undefined
    if (guild === null) return false
    if (!guild.available) return undefined
    const key = `${guildId} ${userId}`
    const before = known.get(key)
    if (before !== undefined) return before.is
    try {
      await guild.members.fetch({ user: userId, cache: false })
      known.set(key, { is: true })
      return true
    } catch (error) {
      if (!(error instanceof DiscordAPIError) || !GONE.includes(error.code)) return undefined
      known.set(key, { is: false })
      return false
    }
  }
}
