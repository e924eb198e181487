// Signs in with a one-time link. Opening it shows a button whose POST uses the link, so that link previews in chats do not (WEB-2).
import { z } from 'zod'
import { action, page } from '../define.js'
import { homeAddress } from './home/address.js'

const MAX_USES_PER_MINUTE = 30
const fields = z.object({ code: z.string().max(200).default('') })

export const linkSignIn = page({
  path: '/sign-in/link',
  access: 'public',
  limit: MAX_USES_PER_MINUTE,
  query: fields,
  handle: async ({ services, catalog, query, rejection }) => {
    const texts = catalog.web.signIn
    const found = rejection ? undefined : await services.loginLinks.look(query.code)
    if (!found) {
      return {
        title: texts.gone,
        width: 'narrow',
        body: (
          <>
            <h1>{texts.gone}</h1>
            <p>{texts.linkGone}</p>
            <p>
              <a class="button" href="/sign-in">
                {texts.title}
              </a>
            </p>
          </>
        ),
        status: 404,
      }
    }
    const title = texts.linkTitle(found.account.name)
    return {
      title,
      width: 'narrow',
      body: (
        <>
          <h1>{title}</h1>
          <p>
            {texts.linkAs(catalog.web.frame.roles[found.role])} {texts.linkOnce}
          </p>
          <form method="post" action="/sign-in/link">
            <input type="hidden" name="code" value={query.code} />
            <button class="primary" type="submit">
              {texts.useLink}
            </button>
          </form>
        </>
      ),
    }
  },
})

export const useLink = action({
  path: '/sign-in/link',
  access: 'public',
  limit: MAX_USES_PER_MINUTE,
  form: fields,
  formPage: linkSignIn,
  handle: async ({ services, browser, catalog, form }) => {
    const { account, role, isOperator } = await services.loginLinks.use(form.code)
    const { secret } = await services.sessions.start({
      subject: { discordUserId: null, grant: { accountId: account.id, role } },
      name: null,
      browser: browser.name(catalog),
      replaces: browser.session,
      isOperator,
    })
    browser.keepSession(secret)
    return { to: homeAddress(account), toast: catalog.web.signIn.done }
  },
})
