// Notifies the operator of problems of the installation itself.

import type { OperatorWarning } from '../../domain/operation/operator-warning.js'
import type { SignUp } from '../auth/discord-sign-in.js'
import type { Services } from '../services.js'

/** Reports that no samples are recorded. */
export interface OverdueReport {
  /** When the last stored tick began, ms. */
  readonly since: number
  readonly detail: string
  /** When a tick was stored again, ms; null while none was. */
  readonly until: number | null
}

/** Warns of what is not yet an outage. */
export interface WarningReport {
  readonly warning: OperatorWarning
}
export type OperatorReport = OverdueReport | WarningReport

/** `off`: there is no way to notify anybody. `failed`: nobody was reached, but a later try may succeed. */
export type OperatorNotifyResult = 'informed' | 'failed' | 'off'
export type OverdueNotifier = (report: OverdueReport) => Promise<OperatorNotifyResult>
export type OperatorNotifier = (report: OperatorReport) => Promise<OperatorNotifyResult>

export interface OperatorMessenger {
  /**
   * Sends the operator a direct message, or sends it to `others` if the operator cannot be reached; returns whether
   * anybody was.
   */
  messageOperator(report: OperatorReport, others: readonly string[]): Promise<boolean>
}

export interface OperatorNotifierOptions {
  readonly signUp: SignUp
  readonly services: {
    readonly accounts: Pick<Services['accounts'], 'list'>
    readonly members: Pick<Services['members'], 'list'>
  }
  /** undefined if no bot is configured. Rejects if it cannot be known. */
  readonly messenger: () => Promise<OperatorMessenger | undefined>
}

const MAX_OWNERS = 20

export const createInformOperator =
  (options: OperatorNotifierOptions): OperatorNotifier =>
  async (report) => {
    const messenger = await options.messenger()
    if (messenger === undefined) return 'off'
    return (await messenger.messageOperator(report, await ownersOf(options))) ? 'informed' : 'failed'
  }

/**
 * If sign-up is closed, the operator created every account, and the owners are notified; otherwise owners are strangers
 * who cannot help.
 */
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
