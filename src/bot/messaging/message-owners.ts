// Notifies the owners of a server's account by direct message that something needs their attention.
import type { Client } from 'discord.js'
import type { Log } from '../../domain/ports/events.js'
import type { Services } from '../../services/services.js'
import { describeError } from '../describe-error.js'
import { messagePeople } from './message-people.js'

export interface OwnerNotifierDeps {
  readonly client: Client<true>
  readonly services: Pick<Services, 'guildView' | 'members'>
  readonly log: Log
}

/** Never rejects; resolves to whether anybody was reached. Owners who block messages find the same in /notify list. */
export async function messageOwners(
  { client, services, log }: OwnerNotifierDeps,
  guildId: string,
  text: string,
): Promise<boolean> {
  try {
    const account = await services.guildView.accountOf(guildId)
    const members = account ? await services.members.list(account) : []
    const owners = members.filter(({ role }) => role === 'owner').map(({ discordUserId }) => discordUserId)
    const reached = await messagePeople(client.rest, owners, text)
    if (!reached) log.warn({ guildId, text }, 'No owner of the account could be notified by direct message.')
    return reached
  } catch (error) {
    log.error({ guildId, ...describeError(error) }, 'The owners of an account could not be notified.')
    return false
  }
}
