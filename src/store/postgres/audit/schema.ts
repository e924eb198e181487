// The table of the audit log; ../schema.ts holds the main tables. Triggers of its migration reject any change of a row.
import { index, pgTable } from 'drizzle-orm/pg-core'
import type { AuditAction, AuditOrigin } from '../../../domain/audit/audit-entry.js'
import { ownId, text, whole } from '../columns.js'

export const auditEntry = pgTable(
  'audit_entry',
  {
    id: ownId(),
    at: whole('at').notNull(),
    /** No foreign key: the entries of an account outlive it. */
    accountId: whole('account_id'),
    origin: text('origin').$type<AuditOrigin>().notNull(),
    userId: text('user_id'),
    name: text('name'),
    address: text('address'),
    action: text('action').$type<AuditAction>().notNull(),
    subject: text('subject').notNull(),
  },
  (table) => [index('audit_entry_by_account').on(table.accountId, table.id)],
)
