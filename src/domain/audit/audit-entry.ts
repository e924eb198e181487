// The audit log: who changed what, when and from where. Entries are only ever added.

/** Through which part of Headcount somebody acted. */
export const AUDIT_ORIGINS = ['web', 'discord', 'command line'] as const
export type AuditOrigin = (typeof AUDIT_ORIGINS)[number]

/** Who acts, and from where. */
export interface Actor {
  readonly origin: AuditOrigin
  /** The Discord user; null for somebody who signed in with a link, and the operator's terminal. */
  readonly userId: string | null
  /** The name of the person as it was then; null where none is known. */
  readonly name: string | null
  /** Of a browser its IP address, of Discord the server; null where there is none. */
  readonly address: string | null
}

/** Whoever has a terminal on the machine. */
export const OPERATOR_ACTOR: Actor = { origin: 'command line', userId: null, name: null, address: null }

export interface AuditDraft extends Actor {
  /** ms. */
  readonly at: number
  /** Null where the change is about no account. */
  readonly accountId: number | null
  /** A key of the texts of changes, for example `game added`. */
  readonly action: AuditAction
  /** What was changed, for example the name of a game. No secret. */
  readonly subject: string
}

export interface AuditEntry extends AuditDraft {
  readonly id: number
}

export const AUDIT_ACTIONS = [
  'account created',
  'account changed',
  'account removed',
  'game added',
  'game changed',
  'game removed',
  'games resumed',
  'channel linked',
  'tags changed',
  'key created',
  'key rotated',
  'key revoked',
  'member set',
  'member removed',
  'sign-in link created',
  'server code created',
  'server linked',
  'server unlinked',
  'server settings changed',
  'notifications switched on',
  'notifications switched off',
  'notifications muted',
  'rule added',
  'rule changed',
  'rule paused',
  'rule resumed',
  'rule removed',
  'notification retried',
  'expected time added',
  'expected time removed',
  'note added',
  'note removed',
  'share link created',
  'share link revoked',
  'wall link created',
  'wall link revoked',
  'panel or counter changed',
  'samples imported',
  'revenue imported',
  'samples restored',
  'bot token changed',
  'bot token removed',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export interface AuditQuery {
  /** Undefined means all accounts. */
  readonly accountId?: number | undefined
  /** Only entries with a smaller id, for the next page. */
  readonly before?: number | undefined
  readonly limit: number
}

export interface AuditStore {
  /**
   * Makes a change of the store and adds its entry in one transaction, so that neither is there without the other.
   * `change` calls one method of the store that writes, or several without waiting between them. `entryOf` gets what the last of
   * them returned, and returns undefined where nothing changed.
   */
  commit<Result>(change: () => Promise<Result>, entryOf: (written: Result) => AuditDraft | undefined): Promise<Result>
  /** Newest first. */
  list(query: AuditQuery): Promise<AuditEntry[]>
}
