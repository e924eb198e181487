// Who may see and change an account: listed for every member, changed by owners.
import { z } from 'zod'
import { ROLES } from '../../../../domain/account.js'
import { mayAct } from '../../../../domain/signing-in/session.js'
import { action, page } from '../../define.js'
import { Refused } from '../../parts/refused.js'
import { AddForm } from './add-form.js'
import { LinkForm } from './link-form.js'
import { MemberTable } from './member-table.js'
import { membersAddress } from './named-member.js'

const PATH = '/accounts/:account/members'

export const members = page({
  path: PATH,
  access: 'viewer',
  handle: async ({ member, ...asked }) => {
    const { operations, words } = asked
    const texts = words.web.members
    const isOwner = mayAct(member.role, 'owner')
    const list = await operations.members.list(member.account)
    const address = membersAddress(member)
    return {
      title: texts.title,
      body: (
        <>
          <p>
            <a href={`/accounts/${member.account.id}`}>{words.web.account.toAccount}</a>
          </p>
          <h1>{texts.title}</h1>
          <p>{texts.lead}</p>
          <Refused asked={asked} unless={['user']} />
          {list.length === 0 ? <p>{texts.none}</p> : <MemberTable {...{ asked, isOwner, address }} members={list} />}
          {isOwner ? <AddForm {...{ asked, address }} /> : undefined}
          {isOwner ? (
            <LinkForm {...{ asked, address }} sessions={`/accounts/${member.account.id}/link-sessions`} />
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
  again: members,
  handle: async ({ operations, member, words, form }) => {
    const { discordUserId, role } = await operations.members.give(member.account, form.user.trim(), form.role)
    return {
      to: membersAddress(member),
      said: words.web.members.added(discordUserId, words.web.frame.roles[role]),
    }
  },
})
