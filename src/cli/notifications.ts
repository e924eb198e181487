// The commands `notices list` and `notices retry`.
import type { Command } from 'commander'
import { isoOfMinute, isoOfMs, msOf } from '../domain/clock.js'
import type { ListedNotification } from '../services/notifications/manage-notifications.js'
import { type Cli, examples } from './cli.js'
import { id, wholeNumber } from './io/read-values.js'
import { table, timeText } from './io/table.js'

const MAX_LISTED = 200

export function addNotificationsCommands(program: Command, cli: Cli): void {
  const group = program
    .command('notices')
    .description('lists notifications, whether they were delivered, and why not, and tries again')
  examples(group, 'notices list', 'notices list --account "My studio" --json', 'notices retry 17')
  group
    .command('list')
    .description('notifications in all states with the reasons, newest first')
    .option('--account <account>', 'id or name; without it those of all accounts')
    .option('--limit <number>', 'how many at most', wholeNumber(1, 10_000), MAX_LISTED)
    .action(async ({ account, limit }: { account?: string; limit: number }) => {
      const listed = await cli.withReading(async ({ accounts, notifications }) =>
        notifications.list({ account: account === undefined ? undefined : await accounts.require(account), limit }),
      )
      cli.answer(listed.map(notificationJson), notificationsText(listed))
    })
  addRetry(group, cli)
}

function addRetry(group: Command, cli: Cli): void {
  group
    .command('retry')
    .description('delivers a notification that failed once more')
    .argument('<notification>', 'its ID in the list', id)
    .action(async (notification: number) => {
      await cli.withServices(({ notifications }) => notifications.retry(notification))
      cli.answer({ id: notification, state: 'pending' }, `Notification ${notification} is tried again.`)
    })
}

const timeOf = (milliseconds: number | null): string | null => (milliseconds === null ? null : isoOfMs(milliseconds))

const notificationJson = ({ notification, gameName }: ListedNotification) => ({
  id: notification.id,
  account_id: notification.accountId,
  game_id: notification.gameId,
  game: gameName ?? null,
  kind: notification.kind,
  subject: notification.subject,
  state: notification.state,
  reason: notification.reason,
  occurred_at: isoOfMinute(notification.occurredAt),
  channel_id: notification.channelId,
  message_id: notification.messageId,
  attempts: notification.attempts,
  next_attempt_at:
    notification.state === 'pending' && notification.attempts > 0 ? timeOf(notification.nextAttemptAt) : null,
  created_at: isoOfMs(notification.createdAt),
  expires_at: isoOfMs(notification.expiresAt),
  facts: notification.facts,
})

function notificationsText(listed: readonly ListedNotification[]): string {
  if (listed.length === 0) return 'There are no notifications yet.'
  const rows = listed.map(({ notification: { id, occurredAt, state, kind, channelId, subject, reason }, gameName }) => [
    id,
    timeText(msOf(occurredAt)),
    state,
    kind,
    channelId,
    [subject, gameName ?? 'a removed game', ...(reason === null ? [] : [reason])].join(' · '),
  ])
  return table(['id', 'happened', 'state', 'kind', 'channel', 'what'], rows)
}
