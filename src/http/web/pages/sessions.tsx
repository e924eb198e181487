// Where a person is signed in, and how to end that.
import { z } from 'zod'
import { action, page } from '../define.js'
import { SessionTable } from '../parts/session-table.js'

export const signOut = action({
  path: '/sign-out',
  access: 'public',
  handle: async ({ operations, browser, words }) => {
    if (browser.session !== undefined) await operations.sessions.end(browser.session)
    browser.forgetSession()
    return { to: '/', said: words.web.signIn.out }
  },
})

export const signOutEverywhere = action({
  path: '/sign-out/everywhere',
  access: 'person',
  handle: async ({ operations, browser, visitor, words }) => {
    await operations.sessions.endAll(visitor.session)
    browser.forgetSession()
    return { to: '/', said: words.web.signIn.outEverywhere }
  },
})

export const endSession = action({
  path: '/sessions/:session/end',
  access: 'person',
  params: z.object({ session: z.coerce.number().int() }),
  handle: async ({ operations, visitor, params, words }) => {
    await operations.sessions.endOne(visitor.session, params.session)
    return { to: '/sessions', said: words.web.signIn.ended }
  },
})

export const sessions = page({
  path: '/sessions',
  access: 'person',
  handle: async ({ operations, visitor, words, timeZone }) => {
    const texts = words.web.signIn
    const owned = visitor.memberships.filter(({ role }) => role === 'owner')
    return {
      title: texts.sessions,
      body: (
        <>
          <h1>{texts.sessions}</h1>
          <p>{texts.sessionsWords}</p>
          <SessionTable
            sessions={await operations.sessions.list(visitor.session)}
            current={visitor.session}
            endAddress={({ id }) => `/sessions/${id}/end`}
            {...{ words, timeZone }}
          />
          <form method="post" action="/sign-out/everywhere">
            <button class="secondary" type="submit">
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
