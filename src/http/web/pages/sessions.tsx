// The sessions of a person, with buttons that end them.
import { z } from 'zod'
import { PageHeading } from '../components/breadcrumbs.js'
import { SessionTable } from '../components/session-table.js'
import { action, page } from '../define.js'

export const signOut = action({
  path: '/sign-out',
  access: 'public',
  handle: async ({ services, browser, catalog }) => {
    if (browser.session !== undefined) await services.sessions.end(browser.session)
    browser.forgetSession()
    return { to: '/', toast: catalog.web.signIn.out }
  },
})

export const signOutEverywhere = action({
  path: '/sign-out/everywhere',
  access: 'person',
  handle: async ({ services, browser, visitor, catalog }) => {
    await services.sessions.endAll(visitor.session)
    browser.forgetSession()
    return { to: '/', toast: catalog.web.signIn.outEverywhere }
  },
})

export const endSession = action({
  path: '/sessions/:session/end',
  access: 'person',
  params: z.object({ session: z.coerce.number().int() }),
  handle: async ({ services, visitor, params, catalog }) => {
    await services.sessions.endOne(visitor.session, params.session)
    return { to: '/sessions', toast: catalog.web.signIn.ended }
  },
})

export const sessions = page({
  path: '/sessions',
  access: 'person',
  handle: async ({ services, visitor, catalog, timeZone }) => {
    const texts = catalog.web.signIn
    const owned = visitor.memberships.filter(({ role }) => role === 'owner')
    return {
      title: texts.sessions,
      body: (
        <>
          <PageHeading title={texts.sessions} lead={texts.sessionsText} />
          <SessionTable
            sessions={await services.sessions.list(visitor.session)}
            current={visitor.session}
            endAddress={({ id }) => `/sessions/${id}/end`}
            {...{ catalog, timeZone }}
          />
          <form method="post" action="/sign-out/everywhere">
            <button class="destructive" type="submit">
              {texts.everywhere}
            </button>
          </form>
          {owned.map(({ account }) => (
            <p key={account.id}>
              <a href={`/accounts/${account.id}/link-sessions`}>{texts.byLinkTo(account.name)}</a>
            </p>
          ))}
        </>
      ),
    }
  },
})
