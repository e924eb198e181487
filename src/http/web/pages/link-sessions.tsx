// Lists for owners the sessions that began with a login link. Such a session has no user, so no other page shows it.
import { z } from 'zod'
import { PageHeading } from '../components/breadcrumbs.js'
import { Empty } from '../components/empty.js'
import { SessionTable } from '../components/session-table.js'
import { action, page } from '../define.js'
import { accountEntry, membersEntry } from './members/named-member.js'

const addressOf = (accountId: number): string => `/accounts/${accountId}/link-sessions`

export const linkSessions = page({
  path: '/accounts/:account/link-sessions',
  access: 'owner',
  handle: async ({ services, member, visitor, catalog, timeZone }) => {
    const texts = catalog.web.signIn
    const { id } = member.account
    const sessions = await services.sessions.ofLinks(id)
    const endAddress = (session: { readonly id: number }) => `${addressOf(id)}/${session.id}/end`
    return {
      title: texts.byLink,
      breadcrumbs: [accountEntry(catalog, member), membersEntry(catalog, member)],
      body: (
        <>
          <PageHeading title={texts.byLink} lead={texts.byLinkText} />
          {sessions.length === 0 ? (
            <Empty text={texts.nobodyByLink} />
          ) : (
            <SessionTable current={visitor.session} {...{ sessions, catalog, timeZone, endAddress }} />
          )}
        </>
      ),
    }
  },
})

export const endLinkSession = action({
  path: '/accounts/:account/link-sessions/:session/end',
  access: 'owner',
  params: z.object({ session: z.coerce.number().int() }),
  handle: async ({ services, member, params, catalog }) => {
    await services.sessions.endOfLink(member.account.id, params.session)
    return { to: addressOf(member.account.id), toast: catalog.web.signIn.ended }
  },
})
