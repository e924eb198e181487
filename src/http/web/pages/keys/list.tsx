// The list of an account's API keys, and the form that creates one.
import { z } from 'zod'
import { mayAct } from '../../../../domain/auth/session.js'
import { DAY_MINUTES, msOf } from '../../../../domain/clock.js'
import { rejection } from '../../../../domain/error.js'
import { parseDay } from '../../../../domain/rules/date-range.js'
import { Empty } from '../../components/empty.js'
import { action, page } from '../../define.js'
import { CreateForm } from './create-form.js'
import { KeyInstructions } from './key-instructions.js'
import { KeyTable } from './key-table.js'
import { makeOnce, onceField } from './make-once.js'
import { newKeyView } from './new-key.js'
import { keysAddress, keysEntry } from './own-key.js'
import { planText } from './plan-text.js'

const PATH = '/accounts/:account/keys'
const MAX_CREATED_PER_MINUTE = 30

export const keys = page({
  path: PATH,
  access: 'viewer',
  nav: (catalog) => catalog.web.keys.title,
  handle: async ({ member, ...context }) => {
    const texts = context.catalog.web.keys
    const list = await context.services.keys.list(member.account)
    const mayChange = mayAct(member.role, 'manager')
    return {
      title: texts.title,
      scripts: ['copy'],
      body: (
        <>
          <hgroup>
            <h1>{texts.title}</h1>
            <p>{[texts.lead, ...planText(context, member.account)].join(' ')}</p>
          </hgroup>
          {mayChange ? <CreateForm context={context} address={keysAddress(member)} /> : undefined}
          {list.length === 0 ? (
            <Empty title={texts.none} text={mayChange ? texts.noneText : texts.noneWait} />
          ) : (
            <KeyTable {...{ context, mayChange }} keys={list} />
          )}
          <KeyInstructions context={context} />
        </>
      ),
    }
  },
})

export const createKey = action({
  path: PATH,
  access: 'manager',
  limit: MAX_CREATED_PER_MINUTE,
  form: z.object({ name: z.string().max(200).default(''), expires: z.string().max(40).default(''), once: onceField }),
  formPage: keys,
  handle: async ({ member, form, ...context }) => {
    const expires = form.expires.trim()
    const day = expires === '' ? null : parseDay(expires)
    if (day === undefined) throw rejection('INVALID_PARAMETERS', { name: 'not an expiry', facts: {} })
    const expiresAt = day === null ? null : msOf(day * DAY_MINUTES)
    const { keys: own } = context.services
    const key = await makeOnce(context.visitor, form, () => own.create(member.account, form.name, expiresAt))
    if (!key) return { to: keysAddress(member), toast: context.catalog.web.keys.madeBefore }
    return newKeyView(context, {
      key,
      list: keysEntry(context.catalog, member),
      plan: planText(context, member.account),
    })
  },
})
