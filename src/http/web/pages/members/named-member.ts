// Loads the member in the path of an account.
import { z } from 'zod'
import type { Member } from '../../../../domain/account.js'
import type { Membership } from '../../../../domain/auth/session.js'
import type { Services } from '../../../../services/services.js'

export const memberParams = z.object({ user: z.string() })

interface MemberQuery {
  readonly services: Services
  readonly member: Membership
  readonly params: z.output<typeof memberParams>
}

export const namedMember = ({ services, member, params }: MemberQuery): Promise<Member> =>
  services.members.find(member.account, params.user)

export const membersAddress = ({ account }: Membership): string => `/accounts/${account.id}/members`
