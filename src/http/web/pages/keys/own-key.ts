// Loads the API key in the path of an account. A key of another account is reported as not found (WEB-3).
import { z } from 'zod'
import type { ApiKey } from '../../../../domain/api-key.js'
import type { Membership } from '../../../../domain/auth/session.js'
import { rejection } from '../../../../domain/error.js'
import type { MessageCatalog } from '../../../../messages/catalog.js'
import type { Services } from '../../../../services/services.js'
import type { NavEntry } from '../../page.js'

export const keyParams = z.object({ key: z.string() })

interface AccountKeyQuery {
  readonly services: Services
  readonly member: Membership
  readonly params: z.output<typeof keyParams>
}

export async function findAccountKey({ services, member, params }: AccountKeyQuery): Promise<ApiKey> {
  const key = (await services.keys.list(member.account)).find(({ id }) => `${id}` === params.key)
  if (!key) throw rejection('NOT_FOUND', { name: 'unknown own key', facts: {} })
  return key
}

/** The list of keys, for the pages under it. */
export const keysEntry = (catalog: MessageCatalog, member: Membership): NavEntry => ({
  href: keysAddress(member),
  label: catalog.web.keys.title,
})

export const keyEntry = (key: ApiKey): NavEntry => ({ href: keyAddress(key), label: key.name })

export const keysAddress = ({ account }: Membership): string => `/accounts/${account.id}/keys`

export const keyAddress = (key: ApiKey): string => `/accounts/${key.accountId}/keys/${key.id}`
