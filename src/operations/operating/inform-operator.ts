// Whom to tell that the installation itself needs somebody, and by what way.
import type { Operations } from '../operations.js'
import type { SignUp } from '../signing-in/discord-sign-in.js'

/** No samples are recorded. */
export interface OverdueReport {
  /** When the last tick that was stored began, ms. */
  readonly since: number
  readonly detail: string
  /** When a tick was stored again, ms; null while none is. */
  readonly until: number | null
}

/** `off`: there is no way to tell anybody. `nobody`: there is one, but nobody to be told. `failed`: it may work later. */
export type Informed = 'told' | 'failed' | 'nobody' | 'off'
export type InformOperator = (report: OverdueReport) => Promise<Informed>

export interface OperatorMessenger {
  /** Tells each of these people in private; says whether anybody was reached. */
  tellOperators(userIds: readonly string[], report: OverdueReport): Promise<boolean>
}

export interface InformOptions {
  /** OPERATORS: Discord user ids. */
  readonly operators: readonly string[]
  readonly signUp: SignUp
  readonly operations: {
    readonly accounts: Pick<Operations['accounts'], 'list'>
    readonly members: Pick<Operations['members'], 'list'>
  }
  /** undefined where no bot is set up. */
  readonly messenger: () => OperatorMessenger | undefined
}

const MAX_OWNERS = 20

export const createInformOperator =
  (options: InformOptions): InformOperator =>
  async (report) => {
    const messenger = options.messenger()
    if (messenger === undefined) return 'off'
    const userIds = await contactsOf(options)
    if (userIds.length === 0) return 'nobody'
    return (await messenger.tellOperators(userIds, report)) ? 'told' : 'failed'
  }

/**
 * Without OPERATORS, the owners of the accounts: where nobody can sign up, the operator made each of them. Where
 * everybody can, the owners are strangers who can do nothing about it.
 */
async function contactsOf({ operators, signUp, operations }: InformOptions): Promise<readonly string[]> {
  if (operators.length > 0) return operators
  if (signUp === 'open') return []
  const owners = new Set<string>()
  for (const account of await operations.accounts.list()) {
    const members = await operations.members.list(account)
    for (const { role, discordUserId } of members) if (role === 'owner') owners.add(discordUserId)
    if (owners.size >= MAX_OWNERS) break
  }
  return [...owners].slice(0, MAX_OWNERS)
}
