// The latest notifications of an account, and why a delivery failed.
import { msOf } from '../../../../domain/clock.js'
import type { Facts } from '../../../../domain/notifications/facts.js'
import type { Notification } from '../../../../domain/notifications/notification.js'
import type { MessageCatalog } from '../../../../messages/catalog.js'
import type { ListedNotification } from '../../../../services/notifications/manage-notifications.js'
import { Moment } from '../../components/inline.js'
import { StackedTable } from '../../components/scroll.js'
import type { NavEntry } from '../../page.js'

interface Props {
  readonly catalog: MessageCatalog
  readonly timeZone: string
  readonly listed: readonly ListedNotification[]
  /** A page with more of them. */
  readonly more?: NavEntry | undefined
  /** Without it, channels are shown by number. */
  readonly channelName?: ((channelId: string) => string) | undefined
}

/** The maximum number of notifications on the page of alerts. */
export const MAX_ACCOUNT_NOTIFICATIONS = 30

export function Notifications({ catalog, timeZone, listed, more, channelName }: Props) {
  const texts = catalog.web.notifications
  const hasReasons = listed.some(({ notification }) => notification.reason !== null)
  const heads = [texts.what, texts.when, texts.where, texts.state, ...(hasReasons ? [texts.why] : [])]
  return (
    <section aria-labelledby="notifications">
      <h2 id="notifications">{texts.title}</h2>
      <p class="muted">{listed.length === 0 ? texts.none : listed.every(isExample) ? texts.exampleLead : texts.lead}</p>
      {listed.length === 0 ? undefined : (
        <StackedTable label={texts.title} heads={heads} isBrief>
          {listed.map((one) => (
            <Row key={one.notification.id} of={one} {...{ catalog, timeZone, hasReasons, channelName }} />
          ))}
        </StackedTable>
      )}
      {more === undefined || listed.length === 0 ? undefined : (
        <p>
          <a class="button" href={more.href}>
            {more.label}
          </a>
        </p>
      )}
    </section>
  )
}

function Row({
  catalog,
  timeZone,
  hasReasons,
  channelName = catalog.web.notifications.channel,
  of: { notification, gameName },
}: Omit<Props, 'listed' | 'more'> & { readonly of: ListedNotification; readonly hasReasons: boolean }) {
  const texts = catalog.web.notifications
  const { state, reason, channelId } = notification
  const isFailure = reason !== null && state !== 'canceled'
  return (
    <tr>
      <th scope="row">{texts.of(kindOf(notification.facts, catalog), gameName ?? texts.removedGame)}</th>
      <td data-label={texts.when}>
        <Moment at={msOf(notification.occurredAt)} {...{ catalog, timeZone }} />
      </td>
      <td data-label={texts.where}>{channelId === null ? texts.nowhere : channelName(channelId)}</td>
      <td data-label={texts.state}>
        <span class={isFailure ? 'badge danger' : 'badge'}>{stateOf(notification, catalog)}</span>
      </td>
      {hasReasons ? <td data-label={texts.why}>{reason ?? texts.noReason}</td> : undefined}
    </tr>
  )
}

/** What counts as sent without a message in Discord: the demo has no Discord. */
const isExample = ({ notification: { state, messageId } }: Pick<ListedNotification, 'notification'>): boolean =>
  state === 'sent' && messageId === null

/** A notification that changes an earlier one causes no second message. */
function stateOf(notification: Notification, { web: { notifications: texts } }: MessageCatalog): string {
  const { state, follows } = notification
  if (state === 'sent' && follows?.as === 'edit') return texts.edited
  return isExample({ notification }) ? texts.example : texts.states[state]
}

/** The name of a notification's kind, with its number where one number says everything. */
export function kindOf(facts: Facts, { web, notifications, number }: MessageCatalog): string {
  const name = web.notifications.kinds[facts.kind]
  if (facts.kind === 'record') return web.notifications.recordOf(number(facts.ccu))
  if (facts.kind !== 'milestone') return name
  return `${name}, ${facts.crossings.map(({ metric, rung }) => notifications.counted[metric](number(rung))).join(', ')}`
}
