// Where a person is signed in, and how to end that.
import { z } from 'zod'
import type { Session } from '../../../domain/signing-in/session.js'
import type { Words } from '../../../words/words.js'
import { action, page } from '../define.js'

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
    const list = await operations.sessions.list(visitor.session)
    return {
      title: texts.sessions,
      body: (
        <>
          <h1>{texts.sessions}</h1>
          <p>{texts.sessionsWords}</p>
          <div class="scroll">
            <table>
              <thead>
                <tr>
                  {[texts.browser, texts.since, texts.lastSeen, texts.end].map((name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {list.map((one) => (
                  <Row key={one.id} session={one} isThis={one.id === visitor.session.id} {...{ words, timeZone }} />
                ))}
              </tbody>
            </table>
          </div>
          <form method="post" action="/sign-out/everywhere">
            <button class="secondary" type="submit">
              {texts.everywhere}
            </button>
          </form>
        </>
      ),
    }
  },
})

interface RowProps {
  readonly session: Session
  readonly isThis: boolean
  readonly words: Words
  readonly timeZone: string
}

function Row({ session, isThis, words, timeZone }: RowProps) {
  const texts = words.web.signIn
  return (
    <tr>
      <th scope="row">{session.browser}</th>
      <td>{words.dateTime(session.createdAt, timeZone)}</td>
      <td>{isThis ? texts.thisOne : words.dateTime(session.lastSeenAt, timeZone)}</td>
      <td>
        <form class="inline" method="post" action={isThis ? '/sign-out' : `/sessions/${session.id}/end`}>
          <button class="small secondary" type="submit" aria-label={texts.endLabel(session.browser)}>
            {texts.end}
          </button>
        </form>
      </td>
    </tr>
  )
}
