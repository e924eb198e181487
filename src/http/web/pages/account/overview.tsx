// An account as its members see it: plan, usage, the ways to its members, its servers.
import { mayAct } from '../../../../domain/signing-in/session.js'
import { page } from '../../define.js'
import { Limits } from './limits.js'
import { NEWEST, Notifications } from './notifications.js'
import { Servers } from './servers.js'
import { Subscription } from './subscription.js'
import { Usage } from './usage.js'

export const account = page({
  path: '/accounts/:account',
  access: 'viewer',
  nav: (words) => words.web.frame.account,
  handle: async (asked) => {
    const { operations, member, words, timeZone } = asked
    const texts = words.web.account
    const usage = await operations.reportUsage(member.account)
    const servers = await operations.guilds.list(member.account)
    const listed = await operations.notifications.list({ account: member.account, limit: NEWEST })
    const isOwner = mayAct(member.role, 'owner')
    return {
      title: member.account.name,
      body: (
        <>
          <h1>{member.account.name}</h1>
          <Subscription {...{ words, timeZone, member }} />
          <Limits {...{ operations, words, usage }} account={member.account} />
          <Usage {...{ words, usage }} />
          <section aria-labelledby="people">
            <h2 id="people">{texts.people}</h2>
            <ul>
              <li>
                <a href={`/accounts/${member.account.id}/members`}>{texts.peopleLink}</a>
              </li>
              <li>
                <a href="/sessions">{texts.sessionsLink}</a>
              </li>
            </ul>
          </section>
          <Servers {...{ words, timeZone, servers, isOwner }} account={member.account} />
          <Notifications {...{ words, timeZone, listed }} />
        </>
      ),
    }
  },
})
