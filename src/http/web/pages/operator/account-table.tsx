// A table of accounts with what is in them.
import type { AccountEntry } from '../../../../services/operator/list-accounts.js'
import { Moment, TimedText } from '../../components/inline.js'
import { StackedTable } from '../../components/scroll.js'
import type { RequestContext } from '../../page.js'

interface Props {
  readonly context: Pick<RequestContext, 'catalog' | 'timeZone'>
  readonly entries: readonly AccountEntry[]
}

export function AccountTable({ context, entries }: Props) {
  const { operator: texts, account } = context.catalog.web
  const heads = [texts.name, texts.plan, account.status, texts.gameCount, texts.memberCount, texts.lastUsed]
  return (
    <StackedTable label={texts.pages.accounts} heads={heads} numbers={[texts.gameCount, texts.memberCount]}>
      {entries.map((entry) => (
        <Row key={entry.account.id} of={entry} context={context} />
      ))}
    </StackedTable>
  )
}

const TONES = { trial: 'badge accent', active: 'badge', expired: 'badge danger' } as const

interface AccountRowProps extends Pick<Props, 'context'> {
  readonly of: AccountEntry
}

function Row({ of: { account, activity }, context }: AccountRowProps) {
  const { catalog, timeZone } = context
  const { operator: texts, account: words, frame } = catalog.web
  const { id, name, plan, status, trialEndsAt } = account
  const paused = activity.games - activity.activeGames
  const ends = status === 'trial' ? texts.ends : texts.ended
  return (
    <tr>
      <th scope="row">
        {name} <span class="muted">{texts.id(`${id}`)}</span>
      </th>
      <td data-label={texts.plan}>{frame.plans[plan]}</td>
      <td data-label={words.status}>
        <span class={TONES[status]}>{words.statuses[status]}</span>{' '}
        {trialEndsAt === null || status === 'active' ? undefined : (
          <TimedText text={(when) => ends(when(trialEndsAt))} {...{ catalog, timeZone }} />
        )}
      </td>
      <td class="number" data-label={texts.gameCount}>
        {catalog.number(activity.games)}
        {paused === 0 ? '' : ` (${texts.paused(catalog.number(paused))})`}
      </td>
      <td class="number" data-label={texts.memberCount}>
        {catalog.number(activity.members)}
      </td>
      <td data-label={texts.lastUsed}>
        {activity.lastUsedAt === null ? texts.never : <Moment at={activity.lastUsedAt} {...{ catalog, timeZone }} />}
      </td>
    </tr>
  )
}
