// The words of the list of recent notices.
import type { NoticeKind } from '../../../domain/notifications/facts.js'
import type { NoticeState } from '../../../domain/notifications/notification.js'

export const notices = {
  title: 'Recent notices',
  lead: 'What the bot had to tell about the games of this account, and what became of it.',
  none: 'There was nothing to tell yet.',
  what: 'Notice',
  when: 'When',
  where: 'Where',
  state: 'State',
  why: 'Reason',
  removedGame: 'a removed game',
  of: (kind: string, game: string) => `${kind}: ${game}`,
  kinds: {
    milestone: 'Milestone',
    record: 'Record',
    alert: 'Alert',
    recovery: 'Back to normal',
    platform_drop: 'Fall of the platform',
    report_card: 'Report card',
    digest: 'Digest',
    status: 'Status',
    owner: 'To the owners',
  } satisfies Record<NoticeKind, string>,
  states: {
    pending: 'Waiting',
    claimed: 'On its way',
    sent: 'Sent',
    uncertain: 'Perhaps sent',
    parked: 'Not sent',
    canceled: 'Not wanted any more',
  } satisfies Record<NoticeState, string>,
  channel: (id: string) => `Channel ${id}`,
  nowhere: 'No channel yet',
  noReason: '—',
}
