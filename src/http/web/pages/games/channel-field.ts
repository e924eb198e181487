// Parses a Discord channel: the link that Discord copies, or the id. The channel must be in a server of the account (DISCORD-7).

import type { Membership } from '../../../../domain/auth/session.js'
import { rejection } from '../../../../domain/error.js'
import type { RequestContext } from '../../page.js'

const LINK = /^https?:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(\d{5,20})\/(\d{5,20})(?:\/\d*)?\/?$/i
const ID = /^(?:<#)?(\d{5,20})>?$/

/** Null means no channel. The server in a link is user input: a wrong one causes a rejection, and a right one proves nothing. */
export async function channelOf(
  { services, member }: Pick<RequestContext, 'services'> & { readonly member: Membership },
  typed: string,
): Promise<string | null> {
  const text = typed.trim()
  if (text === '') return null
  const id = ID.exec(text)?.[1]
  if (id !== undefined) return id
  const [, guildId, channelId] = LINK.exec(text) ?? []
  if (guildId === undefined || channelId === undefined)
    throw rejection('INVALID_PARAMETERS', { name: 'not a channel', facts: {} })
  const servers = await services.guilds.list(member.account)
  if (!servers.some((server) => server.guildId === guildId))
    throw rejection('INVALID_PARAMETERS', { name: 'server not linked', facts: {} })
  return channelId
}
