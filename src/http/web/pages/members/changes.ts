// The actions with which owners change members.
import { z } from 'zod'
import { ROLES } from '../../../../domain/account.js'
import { confirmView } from '../../components/confirm.js'
import { action, page } from '../../define.js'
import { members } from './list.js'
import { accountEntry, memberParams, membersAddress, membersEntry, namedMember } from './named-member.js'

const memberAccess = { access: 'owner', params: memberParams } as const
const REMOVE = '/accounts/:account/members/:user/remove'

export const changeRole = action({
  ...memberAccess,
  path: '/accounts/:account/members/:user/role',
  form: z.object({ role: z.enum(ROLES) }),
  formPage: members,
  handle: async (context) => {
    const { services, member, catalog, form } = context
    const { discordUserId } = await namedMember(context)
    await services.members.give(member.account, discordUserId, form.role)
    const toast = catalog.web.members.changed(discordUserId, catalog.web.frame.roles[form.role])
    // An owner who gave up the role of an owner sees the page with the rights of the new role.
    return { to: membersAddress(member), toast }
  },
})

export const askToRemoveMember = page({
  ...memberAccess,
  path: REMOVE,
  handle: async (context) => {
    const { catalog, member } = context
    const { removeTitle, removeText, removeYourself, removeButton: yes, keep: no } = catalog.web.members
    const { discordUserId } = await namedMember(context)
    const back = membersAddress(member)
    const isYou = context.visitor.session.discordUserId === discordUserId
    const question = { title: removeTitle(discordUserId), text: isYou ? removeYourself : removeText, yes, no }
    const breadcrumbs = [accountEntry(catalog, member), membersEntry(catalog, member)]
    return confirmView({ ...question, action: `${back}/${discordUserId}/remove`, back, breadcrumbs })
  },
})

export const removeMember = action({
  ...memberAccess,
  path: REMOVE,
  formPage: members,
  handle: async (context) => {
    const { discordUserId } = await namedMember(context)
    await context.services.members.removeMember(context.member.account, discordUserId)
    const isYou = context.visitor.session.discordUserId === discordUserId
    const toast = context.catalog.web.members.removed(discordUserId)
    return { to: isYou ? '/' : membersAddress(context.member), toast }
  },
})
