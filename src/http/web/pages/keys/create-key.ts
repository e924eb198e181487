// Creates a key from the form and shows it once, for the list of keys and for the setup.
import { z } from 'zod'
import type { Account } from '../../../../domain/account.js'
import { msOf } from '../../../../domain/clock.js'
import { rejection } from '../../../../domain/error.js'
import { parseDay } from '../../../../domain/rules/date-range.js'
import { startOfDay } from '../../../../domain/time/local-days.js'
import type { SignedInPerson } from '../../../../services/auth/manage-sessions.js'
import type { NavEntry, RequestContext, WebResponse } from '../../page.js'
import { makeOnce, onceField } from './make-once.js'
import { newKeyView } from './new-key.js'
import { planText } from './plan-text.js'

export const keyForm = z.object({
  name: z.string().max(200).default(''),
  expires: z.string().max(40).default(''),
  once: onceField,
})

interface KeyRequest {
  readonly account: Account
  readonly form: z.output<typeof keyForm>
  /** Where the page of the new key leads. */
  readonly list: NavEntry
}

export async function createdKeyView(
  context: Pick<RequestContext, 'services' | 'catalog' | 'settings' | 'timeZone'> & {
    readonly visitor: SignedInPerson
  },
  { account, form, list }: KeyRequest,
): Promise<WebResponse> {
  const expires = form.expires.trim()
  const day = expires === '' ? null : parseDay(expires)
  if (day === undefined) throw rejection('INVALID_PARAMETERS', { name: 'not an expiry', facts: {} })
  const expiresAt = day === null ? null : msOf(startOfDay(day, context.timeZone))
  const { keys } = context.services
  const key = await makeOnce(context.visitor, form, () => keys.create(account, form.name, expiresAt))
  if (!key) return { to: list.href, toast: context.catalog.web.keys.madeBefore }
  return newKeyView(context, { key, list, plan: planText(context, account) })
}
