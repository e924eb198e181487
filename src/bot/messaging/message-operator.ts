// Notifies the operator by direct message that the installation needs attention.
import { REST, Routes, TeamMemberMembershipState } from 'discord.js'
import { z } from 'zod'
import { defaultCatalog } from '../../messages/catalog.js'
import type { OperatorMessenger, OperatorReport } from '../../services/operator/inform-operator.js'
import { makeRequest } from '../make-request.js'
import { timeOf } from '../rendering/menus.js'
import { type DiscordRequester, messagePeople } from './message-people.js'

const { operator: text } = defaultCatalog.notifications
/** The maximum number of recipients, more than the team of a bot usually has. */
const MAX_DEVELOPERS = 20
const OPERATOR_MESSAGE_TIMEOUT_MS = 15_000

const personSchema = z.object({ id: z.string() })
/** Of GET /applications/@me: a team is the owner where the application belongs to one. */
const applicationSchema = z.object({
  owner: personSchema.optional(),
  team: z.object({ members: z.array(z.object({ membership_state: z.int(), user: personSchema })) }).nullish(),
})

export interface OperatorMessengerOptions {
  readonly apiUrl: string
  readonly token: string
}

/** Messages the owners of the bot's Discord application; `others` is used if none of them can be reached. */
export const openOperatorMessenger = ({ apiUrl, token }: OperatorMessengerOptions): OperatorMessenger => ({
  messageOperator: async (report, others) => {
    const rest = new REST({ api: apiUrl, makeRequest, timeout: OPERATOR_MESSAGE_TIMEOUT_MS }).setToken(token)
    try {
      const content = contentOf(report)
      // If the owners cannot be fetched, a message may still get through.
      const developers = await developersOf(rest).catch(() => [])
      return (await messagePeople(rest, developers, content)) || (await messagePeople(rest, others, content))
    } finally {
      rest.clearHashSweeper()
      rest.clearHandlerSweeper()
    }
  },
})

function contentOf(report: OperatorReport): string {
  if ('warning' in report) return text.warning(text.warningOf(report.warning, timeOf))
  const { since, until, detail } = report
  return until === null ? text.overdue(timeOf(since), detail) : text.wasOverdue(timeOf(since), timeOf(until), detail)
}

async function developersOf(rest: DiscordRequester): Promise<string[]> {
  const { team, owner } = applicationSchema.parse(await rest.get(Routes.currentApplication()))
  if (!team) return owner ? [owner.id] : []
  const members = team.members.filter(({ membership_state }) => membership_state === TeamMemberMembershipState.Accepted)
  return members.map(({ user }) => user.id).slice(0, MAX_DEVELOPERS)
}
