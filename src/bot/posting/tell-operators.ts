// Tells the operator, by direct message, that the installation needs somebody.
import type { Client } from 'discord.js'
import type { OverdueReport } from '../../operations/operating/inform-operator.js'
import { defaultWords } from '../../words/words.js'
import { timeOf } from '../showing/times.js'
import { tellPeople } from './tell-owners.js'

const { operator: text } = defaultWords.notices

export function tellOperators(
  client: Client<true>,
  userIds: readonly string[],
  { since, until, detail }: OverdueReport,
): Promise<boolean> {
  const content =
    until === null ? text.overdue(timeOf(since), detail) : text.wasOverdue(timeOf(since), timeOf(until), detail)
  return tellPeople(client, userIds, content)
}
