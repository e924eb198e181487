// Rotates or revokes one API key.
import { z } from 'zod'
import { type ApiKey, isUsable } from '../../../../domain/api-key.js'
import { HOUR_MS } from '../../../../domain/clock.js'
import { rejection } from '../../../../domain/error.js'
import type { MessageCatalog } from '../../../../messages/catalog.js'
import { MAX_GRACE_HOURS } from '../../../../services/management/manage-keys.js'
import { type Confirmation, ConfirmButton, confirmView } from '../../components/confirm.js'
import { FormField } from '../../components/field.js'
import { Moment, TimedText } from '../../components/inline.js'
import { action, page } from '../../define.js'
import { createIdempotencyKey } from '../../requests/idempotency.js'
import { daysOfKey, KeyUsage } from './key-usage.js'
import { makeOnce, onceField } from './make-once.js'
import { newKeyView } from './new-key.js'
import { findAccountKey, keyAddress, keyEntry, keyParams, keysAddress, keysEntry } from './own-key.js'
import { planText } from './plan-text.js'

const keyAccess = { access: 'manager', params: keyParams } as const
const PATH = '/accounts/:account/keys/:key'
const DEFAULT_GRACE = '24'

export const oneKey = page({
  ...keyAccess,
  path: PATH,
  handle: async (context) => {
    const texts = context.catalog.web.keys
    const key = await findAccountKey(context)
    const address = keyAddress(key)
    const { days } = await context.services.reportUsage(context.member.account)
    return {
      title: texts.pageTitle(key.name),
      breadcrumbs: [keysEntry(context.catalog, context.member)],
      body: (
        <>
          <hgroup>
            <h1>{key.name}</h1>
            <p>
              {texts.startsWith} <code>{key.prefix}</code> · {texts.created}{' '}
              <Moment at={key.createdAt} catalog={context.catalog} timeZone={context.timeZone} />
            </p>
          </hgroup>
          <KeyUsage catalog={context.catalog} days={daysOfKey(key, days)} />
          {isUsable(key, context.services.clock.now()) ? (
            <form class="panel" method="post" action={address}>
              <h2>{texts.rotate}</h2>
              <p>{texts.rotateText}</p>
              <input type="hidden" name="once" value={createIdempotencyKey()} autoComplete="off" />
              <FormField
                context={context}
                name="grace"
                type="number"
                inputMode="numeric"
                min={0}
                max={168}
                required
                label={texts.grace}
                hint={texts.graceHint}
                initial={DEFAULT_GRACE}
              />
              <button class="primary" type="submit">
                {texts.rotateButton}
              </button>
            </form>
          ) : undefined}
          <section class="panel">
            <h2>{texts.revoke}</h2>
            <p>{texts.revokeText}</p>
            <ConfirmButton
              id="revoke"
              label={texts.revokeLink}
              href={`${address}/revoke`}
              {...revocationOf(key, context.catalog)}
            />
          </section>
        </>
      ),
    }
  },
})

/** The question before a key is revoked. */
function revocationOf(key: ApiKey, { web }: MessageCatalog): Confirmation {
  const { revokeTitle, revokeConfirm, revokeButton: yes, keep: no } = web.keys
  const texts = { title: revokeTitle(key.name), text: revokeConfirm(key.prefix), yes, no }
  return { ...texts, action: `${keyAddress(key)}/revoke` }
}

export const rotateKey = action({
  ...keyAccess,
  path: PATH,
  form: z.object({ grace: z.string().max(20).default(''), once: onceField }),
  formPage: oneKey,
  handle: async (context) => {
    const { services, catalog, timeZone, member, form } = context
    const texts = catalog.web.keys
    const old = await findAccountKey(context)
    if (!/^\d{1,3}$/.test(form.grace.trim()))
      throw rejection('INVALID_PARAMETERS', { name: 'not a grace', facts: { most: MAX_GRACE_HOURS } })
    const hours = Number(form.grace)
    const key = await makeOnce(context.visitor, { ...form, key: `${old.id}` }, () => services.keys.rotate(old, hours))
    if (!key) return { to: keysAddress(member), toast: texts.madeBefore }
    const until = Math.min(services.clock.now() + hours * HOUR_MS, old.expiresAt ?? Number.POSITIVE_INFINITY)
    const text = (when: (at: number) => string) => (hours === 0 ? texts.rotatedAtOnce : texts.rotated(when(until)))
    const more = <TimedText {...{ text, catalog, timeZone }} />
    return newKeyView(context, { key, more, list: keysEntry(catalog, member), plan: planText(context, member.account) })
  },
})

export const askToRevokeKey = page({
  ...keyAccess,
  path: `${PATH}/revoke`,
  handle: async (context) => {
    const { catalog, member } = context
    const key = await findAccountKey(context)
    const breadcrumbs = [keysEntry(catalog, member), keyEntry(key)]
    return confirmView({ ...revocationOf(key, catalog), back: keyAddress(key), breadcrumbs })
  },
})

export const revokeKey = action({
  ...keyAccess,
  path: `${PATH}/revoke`,
  handle: async (context) => {
    const key = await findAccountKey(context)
    await context.services.keys.revoke(key)
    return { to: keysAddress(context.member), toast: context.catalog.web.keys.revoked(key.name) }
  },
})
