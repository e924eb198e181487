// The audit log: of an account for its owners, and of all accounts for the operator.
import { z } from 'zod'
import { PageHeading } from '../../components/breadcrumbs.js'
import { page } from '../../define.js'
import type { WebRoute } from '../../page.js'
import { accountEntry } from '../members/named-member.js'
import {
  MAX_OPERATOR_VISITS_PER_MINUTE,
  OPERATOR_PATHS,
  OperatorHead,
  operatorEntry,
  titleOf,
} from '../operator/sections.js'
import { auditFile, auditTable } from './table.js'

const MAX_AUDIT_FILES_PER_MINUTE = 10
const query = z.object({ before: z.coerce.number().int().min(1).optional().catch(undefined) })

const ofAccount = page({
  path: '/accounts/:account/audit',
  access: 'owner',
  query,
  handle: async (context) => {
    const { catalog, member, query } = context
    const texts = catalog.web.audit
    const { id } = member.account
    return {
      title: texts.title,
      breadcrumbs: [accountEntry(catalog, member)],
      body: (
        <>
          <PageHeading title={texts.title} lead={texts.lead} />
          {await auditTable({ context, address: `/accounts/${id}/audit`, accountId: id, before: query.before })}
        </>
      ),
    }
  },
})

const fileOfAccount = page({
  path: '/accounts/:account/audit.csv',
  access: 'owner',
  limit: MAX_AUDIT_FILES_PER_MINUTE,
  handle: (context) => auditFile(context, context.member.account.id),
})

const ofOperator = page({
  path: OPERATOR_PATHS.audit,
  access: 'operator',
  limit: MAX_OPERATOR_VISITS_PER_MINUTE,
  query,
  handle: async (context) => {
    const { services, catalog, query } = context
    const names = new Map((await services.accounts.list()).map(({ id, name }) => [id, name]))
    const about = { accountId: undefined, before: query.before, names }
    return {
      title: titleOf('audit', context),
      breadcrumbs: [operatorEntry(context)],
      body: (
        <>
          <OperatorHead context={context} section="audit" text={catalog.web.audit.lead} />
          {await auditTable({ context, address: OPERATOR_PATHS.audit, ...about })}
        </>
      ),
    }
  },
})

const fileOfOperator = page({
  path: `${OPERATOR_PATHS.audit}.csv`,
  access: 'operator',
  limit: MAX_AUDIT_FILES_PER_MINUTE,
  handle: (context) => auditFile(context, undefined),
})

export const auditPages: readonly WebRoute[] = [ofAccount, fileOfAccount, ofOperator, fileOfOperator]
