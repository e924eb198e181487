// The overview of an account for its members: plan, usage, links to its members, and its servers.
import { z } from 'zod'
import { mayAct } from '../../../../domain/auth/session.js'
import { action, page } from '../../define.js'
import { alertsAddress } from '../alerts/addresses.js'
import { Limits } from './limits.js'
import { Notifications } from './notifications.js'
import { RenameForm } from './rename-form.js'
import { Servers } from './servers.js'
import { Subscription } from './subscription.js'
import { Usage } from './usage.js'

/** The page of alerts has more. */
const MAX_NEWEST_NOTIFICATIONS = 6

export const account = page({
  path: '/accounts/:account',
  access: 'viewer',
  nav: (catalog) => catalog.web.frame.account,
  handle: async (context) => {
    const { services, member, catalog, timeZone } = context
    const texts = catalog.web.account
    const usage = await services.reportUsage(member.account)
    const servers = await services.guilds.list(member.account)
    const listed = await services.notifications.list({ account: member.account, limit: MAX_NEWEST_NOTIFICATIONS })
    const isOwner = mayAct(member.role, 'owner')
    return {
      title: member.account.name,
      body: (
        <>
          <h1>{member.account.name}</h1>
          <Subscription {...{ catalog, timeZone, member }} />
          <Limits {...{ services, catalog, usage }} account={member.account} />
          <Usage {...{ catalog, timeZone, usage }} />
          <section class="panel" aria-labelledby="people">
            <h2 id="people">{texts.people}</h2>
            <p>{texts.peopleText}</p>
            <div class="row">
              <a class="button" href={`/accounts/${member.account.id}/members`}>
                {isOwner ? texts.peopleLink : texts.peopleView}
              </a>
              {isOwner ? (
                <a class="button" href={`/accounts/${member.account.id}/audit`}>
                  {catalog.web.audit.title}
                </a>
              ) : undefined}
            </div>
          </section>
          <Servers {...{ catalog, timeZone, servers, isOwner }} account={member.account} />
          {isOwner ? <RenameForm context={context} account={member.account} /> : undefined}
          <Notifications
            {...{ catalog, timeZone, listed }}
            more={{ href: alertsAddress(member), label: catalog.web.alerts.title }}
          />
        </>
      ),
    }
  },
})

export const renameAccount = action({
  path: account.path,
  access: 'owner',
  form: z.object({ name: z.string().max(1_000).default('') }),
  formPage: account,
  handle: async ({ services, catalog, member, form }) => {
    const { id } = member.account
    const changed = await services.accounts.change(`${id}`, { name: form.name })
    return { to: `/accounts/${id}`, toast: catalog.web.account.renamed(changed.account.name) }
  },
})
