// The fourth step: an API key, with the form and the page of the list of keys.

import { action, page } from '../../define.js'
import { homeAddress } from '../home/address.js'
import { CreateForm } from '../keys/create-form.js'
import { createdKeyView, keyForm } from '../keys/create-key.js'
import { setupAccount, stepView } from './steps.js'

const PATH = '/setup/key'
const MAX_FIRST_KEYS_PER_MINUTE = 30

export const keyStep = page({
  path: PATH,
  access: 'operator',
  handle: async (context) => {
    const texts = context.catalog.web.setup
    const { account } = setupAccount(context.visitor)
    return stepView(context, {
      step: 'key',
      title: texts.keyTitle,
      isDone: (await context.services.keys.list(account)).length > 0,
      body: (
        <>
          <p>{texts.keyText}</p>
          <CreateForm context={context} address={PATH} />
        </>
      ),
    })
  },
})

export const createFirstKey = action({
  path: PATH,
  access: 'operator',
  limit: MAX_FIRST_KEYS_PER_MINUTE,
  form: keyForm,
  formPage: keyStep,
  handle: async ({ form, ...context }) => {
    const { account } = setupAccount(context.visitor)
    const list = { href: homeAddress(account), label: context.catalog.web.setup.finish }
    return createdKeyView(context, { account, form, list })
  },
})
