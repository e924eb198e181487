// Explains what the keys of an account can access on its plan (PLANS-8).
import type { Account } from '../../../../domain/account.js'
import { apiAccess, planInForce } from '../../../../domain/rules/entitlement.js'
import type { RequestContext } from '../../page.js'

export function planText(
  { services, catalog }: Pick<RequestContext, 'services' | 'catalog'>,
  account: Account,
): string[] {
  const { plans, clock } = services
  const { keys, frame } = catalog.web
  if (account.status === 'expired') return [keys.expired]
  const access = apiAccess(account, plans, clock.now())
  const { requestsPerMinute } = planInForce(account, plans, clock.now())
  if (access === 'none' || requestsPerMinute === null) return [keys.noApi(frame.plans[account.plan])]
  return [keys.limit(catalog.number(requestsPerMinute)), ...(access === 'basic' ? [keys.trial] : [])]
}
