// The list of an account's members, visible to all members and changed by owners.
import { z } from 'zod'
import { ROLES } from '../../../../domain/account.js'
import { mayAct } from '../../../../domain/auth/session.js'
import { RejectionNote } from '../../components/rejection-note.js'
import { action, page } from '../../define.js'
import { AddForm } from './add-form.js'
import { LinkForm } from './link-form.js'
import { MemberTable } from './member-table.js'
import { accountEntry, membersAddress } from './named-member.js'

const PATH = '/accounts/:account/members'

export const members = page({
  path: PATH,
  access: 'viewer',
  handle: async ({ member, ...context }) => {
    const { services, catalog } = context
    const texts = catalog.web.members
    const isOwner = mayAct(member.role, 'owner')
    const list = await services.members.list(member.account)
    const address = membersAddress(member)
    return {
      title: texts.title,
      breadcrumbs: [accountEntry(catalog, member)],
      body: (
        <>
          <hgroup>
            <h1>{texts.title}</h1>
            <p>{texts.lead}</p>
          </hgroup>
          <RejectionNote context={context} unless={['user']} />
          {list.length === 0 ? <p>{texts.none}</p> : <MemberTable {...{ context, isOwner, address }} members={list} />}
          {isOwner ? <AddForm {...{ context, address }} /> : undefined}
          {isOwner ? (
            <LinkForm {...{ context, address }} sessions={`/accounts/${member.account.id}/link-sessions`} />
          ) : undefined}
        </>
      ),
    }
  },
})

export const addMember = action({
  path: PATH,
  access: 'owner',
  form: z.object({ user: z.string().max(200).default(''), role: z.enum(ROLES) }),
  formPage: members,
  handle: async ({ services, member, catalog, form }) => {
    const { discordUserId, role } = await services.members.give(member.account, form.user.trim(), form.role)
    return {
      to: membersAddress(member),
      toast: catalog.web.members.added(discordUserId, catalog.web.frame.roles[role]),
    }
  },
})
