// The members of an account as a table; an owner changes roles and removes.
import type { Member } from '../../../../domain/account.js'
import type { RequestContext } from '../../page.js'
import { Moment } from '../../parts/moment.js'
import { Scroll } from '../../parts/scroll.js'
import { RoleChoice } from './role-choice.js'

interface Props {
  readonly asked: Pick<RequestContext, 'words' | 'timeZone' | 'visitor'>
  readonly members: readonly Member[]
  readonly isOwner: boolean
  /** Of the page. */
  readonly address: string
}

export function MemberTable({ asked, members, isOwner, address }: Props) {
  const texts = asked.words.web.members
  return (
    <Scroll label={texts.list}>
      <table class="stacked">
        <thead>
          <tr>
            {[texts.user, texts.role, texts.since, ...(isOwner ? [texts.remove] : [])].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <Row key={member.discordUserId} {...{ asked, isOwner, member }} address={address} />
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

type MemberRowProps = Omit<Props, 'members'> & { readonly member: Member }

function Row({ asked, member, isOwner, address }: MemberRowProps) {
  const { words, timeZone, visitor } = asked
  const { members: texts, frame } = words.web
  const user = member.discordUserId
  const isYou = visitor?.session.discordUserId === user
  return (
    <tr>
      <th scope="row">
        {user}
        {isYou ? ` (${texts.you})` : ''}
      </th>
      <td data-label={texts.role}>
        {isOwner ? <RoleForm {...{ words, member, address }} /> : frame.roles[member.role]}
      </td>
      <td data-label={texts.since}>
        <Moment at={member.createdAt} {...{ words, timeZone }} />
      </td>
      {isOwner ? (
        <td>
          <a href={`${address}/${user}/remove`} aria-label={texts.removeLabel(user)}>
            {texts.remove}
          </a>
        </td>
      ) : undefined}
    </tr>
  )
}

function RoleForm({
  words,
  member,
  address,
}: Pick<RequestContext, 'words'> & Pick<MemberRowProps, 'member' | 'address'>) {
  const texts = words.web.members
  const user = member.discordUserId
  return (
    <form class="inline" method="post" action={`${address}/${user}/role`}>
      <RoleChoice words={words} id={`role-${user}`} chosen={member.role} label={texts.roleOf(user)} isShort />
      <button class="small secondary" type="submit" aria-label={texts.changeLabel(user)}>
        {texts.change}
      </button>
    </form>
  )
}
