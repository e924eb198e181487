// What the keys of an account are good for on its plan (contract §2, §3).
import type { Account } from '../../../../domain/account.js'
import { apiAccess, planInForce } from '../../../../domain/rules/entitlement.js'
import type { RequestContext } from '../../page.js'

export function planWords(
  { operations, words }: Pick<RequestContext, 'operations' | 'words'>,
  account: Account,
): string[] {
  const { plans, clock } = operations
  const { keys, frame } = words.web
  if (account.status === 'expired') return [keys.expired]
  const access = apiAccess(account, plans, clock.now())
  const { requestsPerMinute } = planInForce(account, plans, clock.now())
  if (access === 'none' || requestsPerMinute === null) return [keys.noApi(frame.plans[account.plan])]
  return [keys.limit(words.number(requestsPerMinute)), ...(access === 'basic' ? [keys.trial] : [])]
}
