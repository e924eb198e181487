// Stores the entries of the audit log, each in the transaction of its change.
import { and, desc, eq, lt } from 'drizzle-orm'
import type { AuditStore } from '../../../domain/audit/audit-entry.js'
import type { Connection } from '../connection.js'
import { auditEntry } from './schema.js'

export const auditStore = ({ read, writeTogether }: Connection): AuditStore => ({
  commit: (change, entryOf) =>
    writeTogether(change, async (written, { orm }) => {
      const entry = entryOf(written)
      if (entry !== undefined) await orm.insert(auditEntry).values(entry)
    }),
  list: ({ accountId, before, limit }) =>
    read((orm) =>
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
        .limit(limit),
    ),
})
