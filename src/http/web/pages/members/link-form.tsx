// Lets somebody in without Discord, and shows who came in that way.
import type { Session } from '../../../../domain/signing-in/session.js'
import type { Asked } from '../../page.js'
import { Moment } from '../../parts/moment.js'
import { RoleChoice } from './role-choice.js'

interface Shown {
  readonly asked: Pick<Asked, 'words' | 'timeZone'>
  readonly address: string
  readonly sessions: readonly Session[]
}

export function LinkForm({ asked: { words, timeZone }, address, sessions }: Shown) {
  const { members: texts, frame, signIn } = words.web
  return (
    <section class="panel" aria-labelledby="links">
      <h2 id="links">{texts.links}</h2>
      <p>{texts.linksWords}</p>
      <form class="beside" method="post" action={`${address}/links`}>
        <div class="field">
          <label for="link-role">{texts.linkRole}</label>
          <RoleChoice words={words} id="link-role" chosen="viewer" />
        </div>
        <button class="secondary" type="submit">
          {texts.linkButton}
        </button>
      </form>
      {sessions.length === 0 ? undefined : <h3>{texts.linkSessions}</h3>}
      <ul>
        {sessions.map(({ id, browser, grant, lastSeenAt }) => (
          <li key={id}>
            {browser}, {grant ? frame.roles[grant.role] : ''}, {signIn.lastSeen}{' '}
            <Moment at={lastSeenAt} {...{ words, timeZone }} />{' '}
            <form class="inline" method="post" action={`${address}/links/${id}/end`}>
              <button class="small secondary" type="submit" aria-label={signIn.endLabel(browser)}>
                {signIn.end}
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  )
}
