// Signs in with Discord: a member sees the accounts of the membership; for other people an account is created only if
// sign-up is open (WEB-1).
import { type Clock, MINUTE_MS } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import type { DiscordIdentity, DiscordPerson, SignInAttempt } from '../../domain/ports/identity.js'
import type { Store } from '../../domain/ports/store.js'

export type SignUp = 'closed' | 'open'

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly identity: DiscordIdentity | undefined
  readonly signUp: SignUp
  /** The Discord user ids of OPERATORS. */
  readonly operators: readonly string[]
}

const MAX_NAME_LENGTH = 80
/** Longer than a browser keeps its sign-in attempt. */
const USED_ATTEMPT_LIFETIME_MS = 60 * MINUTE_MS

export function createDiscordSignIn({ store, clock, identity, signUp, operators }: Deps) {
  const discord = (): DiscordIdentity => {
    if (!identity) throw rejection('NOT_CONFIGURED', { name: 'sign-in off', facts: {} })
    return identity
  }

  /**
   * Used attempts, so that a copied cookie and address cannot be used again. The times are monotonic, so that setting
   * the wall clock cannot delete an entry early.
   */
  const used = new Map<string, number>()
  const useOnce = (state: string): void => {
    const now = clock.monotonic()
    for (const [old, at] of used) if (at + USED_ATTEMPT_LIFETIME_MS < now) used.delete(old)
    if (used.has(state)) throw rejection('INVALID_PARAMETERS', { name: 'sign-in over', facts: {} })
    used.set(state, now)
  }

  /** Two people may have the same name, but account names are unique. */
  const freeName = async (preferredName: string): Promise<string> => {
    for (let n = 1; ; n++) {
      const name = n === 1 ? preferredName : `${preferredName} ${n}`
      if (!(await store.accounts.byName(name))) return name
    }
  }

  const openAccount = async ({ id, name }: DiscordPerson): Promise<void> => {
    const subscription = { plan: 'free', status: 'active', trialEndsAt: null, formerPlan: null } as const
    const createdAt = clock.now()
    const accountName = await freeName(name.slice(0, MAX_NAME_LENGTH))
    const account = await store.accounts.create({ name: accountName, ...subscription, createdAt })
    await store.members.set({ accountId: account.id, discordUserId: id, role: 'owner', createdAt })
  }

  return {
    isSetUp: identity !== undefined,
    begin: (redirectUri: string) => discord().begin(redirectUri),
    beginInstall: (redirectUri: string) => discord().beginInstall(redirectUri),

    /** For a person who may not sign in, nothing is created. A person of OPERATORS needs no account. */
    finish: async (returned: URL, attempt: SignInAttempt): Promise<{ person: DiscordPerson; maySignIn: boolean }> => {
      useOnce(attempt.state)
      const person = await discord().finish(returned, attempt)
      if ((await store.members.ofUser(person.id)).length > 0) return { person, maySignIn: true }
      if (signUp === 'closed') return { person, maySignIn: operators.includes(person.id) }
      await openAccount(person)
      return { person, maySignIn: true }
    },
  }
}
