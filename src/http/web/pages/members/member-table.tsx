// A table of an account's members, in which an owner changes roles and removes members.
import type { Member } from '../../../../domain/account.js'
import type { DiscordProfile } from '../../../../domain/ports/discord-directory.js'
import { Moment } from '../../components/inline.js'
import { StackedTable } from '../../components/scroll.js'
import type { RequestContext } from '../../page.js'
import { RoleChoice } from './role-choice.js'

interface Props {
  readonly context: Pick<RequestContext, 'catalog' | 'timeZone' | 'visitor'>
  readonly members: readonly Member[]
  readonly isOwner: boolean
  /** The URL of the page. */
  readonly address: string
  readonly profiles: MemberProfiles
}

/** By Discord user id; those of whom nothing is known are left out. */
export type MemberProfiles = ReadonlyMap<string, DiscordProfile>

export function MemberTable({ context, members, isOwner, address, profiles }: Props) {
  const texts = context.catalog.web.members
  return (
    <StackedTable
      label={texts.list}
      heads={[texts.user, texts.role, texts.since]}
      action={isOwner ? texts.remove : undefined}
    >
      {members.map((member) => (
        <Row key={member.discordUserId} {...{ context, isOwner, member, profiles }} address={address} />
      ))}
    </StackedTable>
  )
}

type MemberRowProps = Omit<Props, 'members'> & { readonly member: Member }

function Row({ context, member, isOwner, address, profiles }: MemberRowProps) {
  const { catalog, timeZone, visitor } = context
  const { members: texts, frame } = catalog.web
  const user = member.discordUserId
  const profile = profiles.get(user)
  const isYou = visitor?.session.discordUserId === user
  return (
    <tr>
      <th scope="row">
        <div class="beside-icon">
          {profile?.picture === undefined ? undefined : (
            <img class="game-icon small" src={`${address}/${user}/picture.webp`} alt="" width="24" height="24" />
          )}
          <div>
            {profile?.name ?? user}
            {isYou ? ` (${texts.you})` : ''}
            {profile === undefined ? undefined : <small class="muted"> {user}</small>}
          </div>
        </div>
      </th>
      <td data-label={texts.role}>
        {isOwner ? <RoleForm {...{ catalog, member, address }} /> : frame.roles[member.role]}
      </td>
      <td data-label={texts.since}>
        <Moment at={member.createdAt} {...{ catalog, timeZone }} />
      </td>
      {isOwner ? (
        <td class="action">
          <a class="button small destructive" href={`${address}/${user}/remove`} aria-label={texts.removeLabel(user)}>
            {texts.remove}
          </a>
        </td>
      ) : undefined}
    </tr>
  )
}

function RoleForm({
  catalog,
  member,
  address,
}: Pick<RequestContext, 'catalog'> & Pick<MemberRowProps, 'member' | 'address'>) {
  const texts = catalog.web.members
  const user = member.discordUserId
  return (
    <form class="inline" method="post" action={`${address}/${user}/role`}>
      <RoleChoice catalog={catalog} id={`role-${user}`} chosen={member.role} label={texts.roleOf(user)} isShort />
      <button class="small" type="submit" aria-label={texts.changeLabel(user)}>
        {texts.change}
      </button>
    </form>
  )
}
