// The audit log: who acts is noted where a form, a command of Discord or a command of the operator begins, and each change
// that a service makes for somebody is written once (see audited-services.ts). What the service does by itself is not.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Actor, AuditAction, AuditEntry, AuditQuery } from '../../domain/audit/audit-entry.js'
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

export function createAuditLog({ store, clock }: { readonly store: Pick<Store, 'audit'>; readonly clock: Clock }) {
  const actors = new AsyncLocalStorage<Actor>()
  let running = 0

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

    note: async ({ action, accountId, subject }: AuditNote): Promise<void> => {
      const actor = running > 0 ? actors.getStore() : undefined
      if (actor === undefined) return
      const name = actor.name?.slice(0, MAX_NAME_LENGTH) ?? null
      const what = { action, accountId, subject: subject.slice(0, MAX_SUBJECT_LENGTH) }
      await store.audit.add({ ...actor, ...what, name, at: clock.now() })
    },

    list: (query: AuditQuery): Promise<AuditEntry[]> => store.audit.list(query),
  }
}

export type AuditLog = ReturnType<typeof createAuditLog>

/** For each method, the note of what it has done; undefined where it changed nothing. */
export type AuditNotes<Service> = {
  readonly [Method in keyof Service]?: Service[Method] extends (...given: infer Given) => Promise<infer Result>
    ? (result: Result, ...given: Given) => AuditNote | undefined | Promise<AuditNote | undefined>
    : never
}

/** The same service; what its named methods have done is noted. */
export function noted<Service extends object>(
  service: Service,
  log: Pick<AuditLog, 'note'>,
  notes: AuditNotes<Service>,
): Service {
  const methods = Object.entries(notes).map(([name, describe]) => {
    const method = service[name as keyof Service] as (...given: unknown[]) => Promise<unknown>
    const describeChange = describe as (...given: unknown[]) => AuditNote | undefined | Promise<AuditNote | undefined>
    const run = async (...given: unknown[]): Promise<unknown> => {
      const result = await method(...given)
      const note = await describeChange(result, ...given)
      if (note) await log.note(note)
      return result
    }
    return [name, run] as const
  })
  return Object.assign({}, service, Object.fromEntries(methods))
}
