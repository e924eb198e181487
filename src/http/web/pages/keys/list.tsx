// The list of an account's API keys, and the form that creates one.
import { mayAct } from '../../../../domain/auth/session.js'
import { Empty } from '../../components/empty.js'
import { action, page } from '../../define.js'
import { CreateForm } from './create-form.js'
import { createdKeyView, keyForm } from './create-key.js'
import { KeyInstructions } from './key-instructions.js'
import { KeyTable } from './key-table.js'
import { keysAddress, keysEntry } from './own-key.js'
import { planText } from './plan-text.js'

const PATH = '/accounts/:account/keys'
const MAX_KEYS_PER_MINUTE = 30

export const keys = page({
  path: PATH,
  access: 'viewer',
  nav: (catalog) => catalog.web.keys.title,
  handle: async ({ member, ...context }) => {
    const texts = context.catalog.web.keys
    const list = await context.services.keys.list(member.account)
    const { days } = await context.services.reportUsage(member.account)
    const mayChange = mayAct(member.role, 'manager')
    return {
      title: texts.title,
      dependsOnZone: true,
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
            <KeyTable {...{ context, mayChange, days }} keys={list} />
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
  limit: MAX_KEYS_PER_MINUTE,
  form: keyForm,
  formPage: keys,
  handle: ({ member, form, ...context }) =>
    createdKeyView(context, { account: member.account, form, list: keysEntry(context.catalog, member) }),
})
