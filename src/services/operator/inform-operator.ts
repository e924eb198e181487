// How the operator hears that the installation itself needs somebody.

import type { SignUp } from '../auth/discord-sign-in.js'
import type { Services } from '../services.js'

/** No samples are recorded. */
export interface OverdueReport {
  /** When the last tick that was stored began, ms. */
  readonly since: number
  readonly detail: string
  /** When a tick was stored again, ms; null while none is. */
  readonly until: number | null
}

/** `off`: there is no way to tell anybody. `failed`: nobody was reached; it may work later. */
export type OperatorNotifyResult = 'told' | 'failed' | 'off'
export type OperatorNotifier = (report: OverdueReport) => Promise<OperatorNotifyResult>

export interface OperatorMessenger {
  /** Tells the operator in private, or these people where the operator is not reached; says whether anybody was. */
  tellOperator(report: OverdueReport, others: readonly string[]): Promise<boolean>
}

export interface OperatorNotifierOptions {
  readonly signUp: SignUp
  readonly services: {
    readonly accounts: Pick<Services['accounts'], 'list'>
    readonly members: Pick<Services['members'], 'list'>
  }
  /** undefined where no bot is set up. */
  readonly messenger: () => OperatorMessenger | undefined
}

const MAX_OWNERS = 20

export const createInformOperator =
  (options: OperatorNotifierOptions): OperatorNotifier =>
  async (report) => {
    const messenger = options.messenger()
    if (messenger === undefined) return 'off'
    return (await messenger.tellOperator(report, await ownersOf(options))) ? 'told' : 'failed'
  }

/** Where nobody can sign up, the operator made each account; else the owners are strangers who can do nothing about it. */
async function ownersOf({ signUp, services }: OperatorNotifierOptions): Promise<readonly string[]> {
  if (signUp === 'open') return []
  const owners = new Set<string>()
  for (const account of await services.accounts.list()) {
    const members = await services.members.list(account)
    for (const { role, discordUserId } of members) if (role === 'owner') owners.add(discordUserId)
    if (owners.size >= MAX_OWNERS) break
  }
  return [...owners].slice(0, MAX_OWNERS)
}
