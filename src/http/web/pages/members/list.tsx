// The list of an account's members, visible to all members and changed by owners.
import { z } from 'zod'
import { type Member, ROLES } from '../../../../domain/account.js'
import { mayAct } from '../../../../domain/auth/session.js'
import { rejection } from '../../../../domain/error.js'
import type { Services } from '../../../../services/services.js'
import { PageHeading } from '../../components/breadcrumbs.js'
import { action, page } from '../../define.js'
import type { FileResponse } from '../../page.js'
import { AddForm } from './add-form.js'
import { LinkForm } from './link-form.js'
import { type MemberProfiles, MemberTable } from './member-table.js'
import { accountEntry, memberParams, membersAddress, namedMember } from './named-member.js'

const PATH = '/accounts/:account/members'
/** The others are shown by number. */
const MAX_NAMED_MEMBERS = 50

export const members = page({
  path: PATH,
  access: 'viewer',
  handle: async ({ member, ...context }) => {
    const { services, catalog } = context
    const texts = catalog.web.members
    const isOwner = mayAct(member.role, 'owner')
    const list = await services.members.list(member.account)
    const address = membersAddress(member)
    const profiles = await profilesOf(services, list)
    return {
      title: texts.title,
      breadcrumbs: [accountEntry(catalog, member)],
      body: (
        <>
          <PageHeading title={texts.title} lead={texts.lead} />
          {list.length === 0 ? (
            <p>{texts.none}</p>
          ) : (
            <MemberTable {...{ context, isOwner, address, profiles }} members={list} />
          )}
          {isOwner ? <AddForm {...{ context, address }} /> : undefined}
          {isOwner ? (
            <LinkForm {...{ context, address }} sessions={`/accounts/${member.account.id}/link-sessions`} />
          ) : undefined}
        </>
      ),
    }
  },
})

/** The names and pictures of the members, as far as the bot can ask Discord. */
async function profilesOf({ servers }: Services, list: readonly Member[]): Promise<MemberProfiles> {
  const named = list.slice(0, MAX_NAMED_MEMBERS)
  const found = await Promise.all(named.map(({ discordUserId }) => servers.profile(discordUserId)))
  return new Map(named.flatMap(({ discordUserId }, index) => (found[index] ? [[discordUserId, found[index]]] : [])))
}

/** Served through Headcount, so that no browser asks Discord (WEB-55). */
export const memberPicture = page({
  path: `${PATH}/:user/picture.webp`,
  access: 'viewer',
  params: memberParams,
  handle: async (context): Promise<FileResponse> => {
    const { discordUserId } = await namedMember(context)
    const picture = (await context.services.servers.profile(discordUserId))?.picture
    if (picture === undefined) throw rejection('NOT_FOUND', { name: 'unknown file', facts: {} })
    return { send: (response) => void response.type('image/webp').send(Buffer.from(picture)) }
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
