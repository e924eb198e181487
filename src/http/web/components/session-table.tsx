// A table of the browsers that are signed in, each with a button that ends its session.
import type { Role } from '../../../domain/account.js'
import type { Session } from '../../../domain/auth/session.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import { Moment } from './inline.js'
import { ActionHead } from './scroll.js'

interface SessionTableProps {
  readonly sessions: readonly Session[]
  /** The session that views the page. */
  readonly current: Session
  readonly catalog: MessageCatalog
  readonly timeZone: string
  /** The URL of the form that ends a session. */
  endAddress(session: Session): string
}

export function SessionTable({ sessions, current, catalog, timeZone, endAddress }: SessionTableProps) {
  const texts = catalog.web.signIn
  const when = (at: number) => <Moment {...{ at, catalog, timeZone }} />
  const as = (role: Role | undefined) => (role === undefined ? '' : ` · ${catalog.web.frame.roles[role]}`)
  return (
    <div class="scroll">
      <table class="stacked">
        <thead>
          <tr>
            {[texts.browser, texts.since, texts.lastSeen].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <ActionHead name={texts.end} />
          </tr>
        </thead>
        <tbody>
          {sessions.map((one) => (
            <tr key={one.id}>
              <th scope="row">
                {one.browser}
                {as(one.grant?.role)}
              </th>
              <td data-label={texts.since}>{when(one.createdAt)}</td>
              <td data-label={texts.lastSeen}>
                {one.id === current.id ? <span class="badge accent">{texts.thisOne}</span> : when(one.lastSeenAt)}
              </td>
              <td class="action">
                <form class="inline" method="post" action={one.id === current.id ? '/sign-out' : endAddress(one)}>
                  <button class="small" type="submit" aria-label={texts.endLabel(one.browser)}>
                    {texts.end}
                  </button>
                </form>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
