// A table of notifications that failed, each with a button that tries again.
import { msOf } from '../../../../domain/clock.js'
import type { ListedNotification } from '../../../../services/notifications/manage-notifications.js'
import { Moment } from '../../components/inline.js'
import { StackedTable } from '../../components/scroll.js'
import type { RequestContext } from '../../page.js'
import { kindOf } from '../account/notifications.js'
import { OPERATOR_PATHS } from './sections.js'

interface Props {
  readonly context: Pick<RequestContext, 'catalog' | 'timeZone'>
  readonly failed: readonly ListedNotification[]
  /** The names of the accounts by id. */
  readonly names: ReadonlyMap<number, string>
}

export function DeliveryTable({ context, failed, names }: Props) {
  const { operator: texts, notifications: words } = context.catalog.web
  return (
    <StackedTable
      label={texts.failed}
      heads={[words.what, texts.name, words.when, words.where, words.state, words.why]}
      action={texts.retry}
    >
      {failed.map((one) => (
        <Row key={one.notification.id} of={one} {...{ context, names }} />
      ))}
    </StackedTable>
  )
}

type DeliveryRowProps = Omit<Props, 'failed'> & { readonly of: ListedNotification }

function Row({ of: { notification, gameName }, context: { catalog, timeZone }, names }: DeliveryRowProps) {
  const { operator: texts, notifications: words } = catalog.web
  const { id, accountId, occurredAt, channelId, state, reason, facts } = notification
  const what = words.of(kindOf(facts, catalog), gameName ?? words.removedGame)
  return (
    <tr>
      <th scope="row">{what}</th>
      <td data-label={texts.name}>{names.get(accountId) ?? texts.removedAccount}</td>
      <td data-label={words.when}>
        <Moment at={msOf(occurredAt)} {...{ catalog, timeZone }} />
      </td>
      <td data-label={words.where}>{channelId === null ? words.nowhere : words.channel(channelId)}</td>
      <td data-label={words.state}>
        <span class={state === 'pending' ? 'badge' : 'badge danger'}>{words.states[state]}</span>
      </td>
      <td data-label={words.why}>{reason ?? words.noReason}</td>
      <td class="action">
        <form class="inline" method="post" action={`${OPERATOR_PATHS.notifications}/${id}/retry`}>
          <button class="small" type="submit" aria-label={texts.retryLabel(what)}>
            {texts.retry}
          </button>
        </form>
      </td>
    </tr>
  )
}
