// Stores the entries of the audit log.
import { and, desc, eq, lt } from 'drizzle-orm'
import type { AuditStore } from '../../../domain/audit/audit-entry.js'
import type { Connection } from '../connection.js'
import { auditEntry } from './schema.js'

export const auditStore = ({ orm, write }: Connection): AuditStore => ({
  add: async (draft) => write(() => void orm.insert(auditEntry).values(draft).run()),
  list: async ({ accountId, before, limit }) =>
    orm
      .select()
      .from(auditEntry)
      .where(
        and(
          accountId === undefined ? undefined : eq(auditEntry.accountId, accountId),
          before === undefined ? undefined : lt(auditEntry.id, before),
        ),
      )
      .orderBy(desc(auditEntry.id))
      .limit(limit)
      .all(),
})
