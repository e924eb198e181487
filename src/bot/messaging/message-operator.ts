// Notifies the operator by direct message that the installation needs attention.
import { type Client, Team, TeamMemberMembershipState } from 'discord.js'
import { defaultCatalog } from '../../messages/catalog.js'
import type { OperatorReport } from '../../services/operator/inform-operator.js'
import { timeOf } from '../rendering/menus.js'
import { messagePeople } from './message-owners.js'

const { operator: text } = defaultCatalog.notifications
/** The maximum number of recipients, more than the team of a bot usually has. */
const MAX_DEVELOPERS = 20

/** Messages the owners of the bot's Discord application; `others` is used if none of them can be reached. */
export async function messageOperator(
  client: Client<true>,
  report: OperatorReport,
  others: readonly string[],
): Promise<boolean> {
  const content = contentOf(report)
  // If the owners cannot be fetched, a message may still get through.
  const developers = await developersOf(client).catch(() => [])
  return (await messagePeople(client, developers, content)) || messagePeople(client, others, content)
}

function contentOf(report: OperatorReport): string {
  if ('warning' in report) return text.warning(text.warningOf(report.warning, timeOf))
  const { since, until, detail } = report
  return until === null ? text.overdue(timeOf(since), detail) : text.wasOverdue(timeOf(since), timeOf(until), detail)
}

async function developersOf({ application }: Client<true>): Promise<string[]> {
  const { owner } = await application.fetch()
  if (!(owner instanceof Team)) return owner ? [owner.id] : []
  const members = owner.members.filter(({ membershipState }) => membershipState === TeamMemberMembershipState.Accepted)
  return [...members.keys()].slice(0, MAX_DEVELOPERS)
}
