// Loads the member in the path of an account.
import { z } from 'zod'
import type { Member } from '../../../../domain/account.js'
import type { Membership } from '../../../../domain/auth/session.js'
import type { MessageCatalog } from '../../../../messages/catalog.js'
import type { Services } from '../../../../services/services.js'
import type { NavEntry } from '../../page.js'

export const memberParams = z.object({ user: z.string() })

interface MemberQuery {
  readonly services: Services
  readonly member: Membership
  readonly params: z.output<typeof memberParams>
}

export const namedMember = ({ services, member, params }: MemberQuery): Promise<Member> =>
  services.members.find(member.account, params.user)

/** The account's page, and below it the list of members, for the pages under them. */
export const accountEntry = (catalog: MessageCatalog, { account }: Membership): NavEntry => ({
  href: `/accounts/${account.id}`,
  label: catalog.web.frame.account,
})

export const membersEntry = (catalog: MessageCatalog, member: Membership): NavEntry => ({
  href: membersAddress(member),
  label: catalog.web.members.title,
})

export const membersAddress = ({ account }: Membership): string => `/accounts/${account.id}/members`
