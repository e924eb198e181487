// Stores the entries of the audit log.
import { and, desc, eq, lt } from 'drizzle-orm'
import type { AuditStore } from '../../../domain/audit/audit-entry.js'
import type { Connection } from '../connection.js'
import { auditEntry } from './schema.js'

export const auditStore = ({ orm, writeTogether }: Connection): AuditStore => ({
  commit: (change, entryOf) =>
    writeTogether(change, (written) => {
      const entry = entryOf(written)
      if (entry !== undefined) orm.insert(auditEntry).values(entry).run()
    }),
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
