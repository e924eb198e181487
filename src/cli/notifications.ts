// notices list
import type { Command } from 'commander'
import { isoOfMinute, isoOfMs, msOf } from '../domain/clock.js'
import type { ListedNotice } from '../operations/notifications/manage-notifications.js'
import { type Cli, examples } from './cli.js'
import { wholeNumber } from './io/read-values.js'
import { table, timeWords } from './io/table.js'

const NEWEST = 200

export function addNoticesVerbs(program: Command, cli: Cli): void {
  const noun = program.command('notices').description('what channels are told, and what became of it')
  examples(noun, 'notices list', 'notices list --account "My studio" --json')
  noun
    .command('list')
    .description('notices in all states with the reasons, newest first')
    .option('--account <account>', 'id or name; without it those of all accounts')
    .option('--limit <number>', 'so many at most', wholeNumber(1, 10_000), NEWEST)
    .action(async ({ account, limit }: { account?: string; limit: number }) => {
      const listed = await cli.withOperations(async ({ accounts, listNotices }) =>
        listNotices({ account: account === undefined ? undefined : await accounts.require(account), limit }),
      )
      cli.answer(listed.map(noticeJson), noticesText(listed))
    })
}

const timeOf = (milliseconds: number | null): string | null => (milliseconds === null ? null : isoOfMs(milliseconds))

const noticeJson = ({ notice, gameName }: ListedNotice) => ({
  id: notice.id,
  account_id: notice.accountId,
  game_id: notice.gameId,
  game: gameName ?? null,
  kind: notice.kind,
  subject: notice.subject,
  state: notice.state,
  reason: notice.reason,
  occurred_at: isoOfMinute(notice.occurredAt),
  channel_id: notice.channelId,
  message_id: notice.messageId,
  attempts: notice.attempts,
  next_attempt_at: notice.state === 'pending' && notice.attempts > 0 ? timeOf(notice.nextAttemptAt) : null,
  created_at: isoOfMs(notice.createdAt),
  expires_at: isoOfMs(notice.expiresAt),
  facts: notice.facts,
})

function noticesText(listed: readonly ListedNotice[]): string {
  if (listed.length === 0) return 'There was nothing to tell yet.'
  const rows = listed.map(({ notice: { id, occurredAt, state, kind, channelId, subject, reason }, gameName }) => [
    id,
    timeWords(msOf(occurredAt)),
    state,
    kind,
    channelId,
    [subject, gameName ?? 'a removed game', ...(reason === null ? [] : [reason])].join(' · '),
  ])
  return table(['id', 'happened', 'state', 'kind', 'channel', 'what'], rows)
}
