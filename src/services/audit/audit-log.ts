// The audit log: who acts is noted where a form, a command of Discord or a command of the operator begins, and each change
// that a service makes for somebody is committed together with its entry. What the service does by itself has none.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Actor, AuditAction, AuditDraft, AuditEntry, AuditQuery } from '../../domain/audit/audit-entry.js'
import type { Clock } from '../../domain/clock.js'
import type { Store } from '../../domain/ports/store.js'

/** What changed; `subject` names it for people and has no secret. */
export interface AuditNote {
  readonly action: AuditAction
  readonly accountId: number | null
  readonly subject: string
}

const MAX_SUBJECT_LENGTH = 300
const MAX_NAME_LENGTH = 100

type CommitPart = <Result>(change: () => Promise<Result>) => Promise<Result>

export function createAuditLog({ store, clock }: { readonly store: Pick<Store, 'audit'>; readonly clock: Clock }) {
  const actors = new AsyncLocalStorage<Actor>()
  let running = 0

  const entryOf = ({ action, accountId, subject }: AuditNote): AuditDraft | undefined => {
    const actor = running > 0 ? actors.getStore() : undefined
    if (actor === undefined) return undefined
    const name = actor.name?.slice(0, MAX_NAME_LENGTH) ?? null
    return { ...actor, name, at: clock.now(), action, accountId, subject: subject.slice(0, MAX_SUBJECT_LENGTH) }
  }

  /**
   * Makes a change of the store and adds its note in one transaction. `change` calls one method of the store that writes, or
   * several without waiting between them. A note that depends on what the last of them returned is a function of it, and
   * undefined where nothing changed; `change` must resolve with the same.
   */
  const commit = <Result>(
    note: AuditNote | ((written: Result) => AuditNote | undefined),
    change: () => Promise<Result>,
  ): Promise<Result> =>
    store.audit.commit(change, (written) => {
      const writtenNote = typeof note === 'function' ? note(written) : note
      return writtenNote && entryOf(writtenNote)
    })

  const notedOnce = (note: AuditNote, commitLater: CommitPart): CommitPart => {
    let isNoted = false
    return async <Result>(change: () => Promise<Result>) => {
      if (isNoted) return commitLater(change)
      const result = await commit<Result>(note, change)
      isNoted = true
      return result
    }
  }

  return {
    /** Runs work on behalf of somebody. The storage is off while nobody acts, because its hooks slow every promise. */
    as: async <Result>(actor: Actor, work: () => Promise<Result>): Promise<Result> => {
      running++
      try {
        return await actors.run(actor, work)
      } finally {
        if (--running === 0) actors.disable()
      }
    },

    commit,

    /** For work that is too much for one transaction: each part is one, and the first one has the note. */
    commitInParts: (note: AuditNote) => notedOnce(note, (change) => store.audit.commit(change, () => undefined)),

    /**
     * The same where each part is one call of the store that writes. The later calls are transactions of their own, so that they
     * decide when they wait for the disk, and are repeated where PostgreSQL ends them because of a deadlock.
     */
    commitSingleWrites: (note: AuditNote) => notedOnce(note, (write) => write()),

    list: (query: AuditQuery): Promise<AuditEntry[]> => store.audit.list(query),
  }
}

export type AuditLog = ReturnType<typeof createAuditLog>
