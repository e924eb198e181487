// The accounts of the installation for its operator: plan, state, trials, games, members and last use.
import { z } from 'zod'
import { STATUSES } from '../../../../domain/account.js'
import { PageLinks } from '../../components/page-links.js'
import { SearchForm } from '../../components/search-form.js'
import { SegmentedControl } from '../../components/segmented-control.js'
import { page } from '../../define.js'
import { AccountTable } from './account-table.js'
import { MAX_OPERATOR_VISITS_PER_MINUTE, OPERATOR_PATHS, OperatorHead, operatorEntry, titleOf } from './sections.js'

const query = z.object({
  find: z.string().max(100).catch('').default(''),
  status: z.enum(STATUSES).optional().catch(undefined),
  page: z.coerce.number().int().min(1).catch(1),
})

type AccountListQuery = z.output<typeof query>

export const operatorAccounts = page({
  path: OPERATOR_PATHS.accounts,
  access: 'operator',
  limit: MAX_OPERATOR_VISITS_PER_MINUTE,
  query,
  handle: async ({ query: choice, ...context }) => {
    const { catalog } = context
    const texts = catalog.web.operator
    const list = await context.services.listAccounts({ ...choice, status: choice.status })
    return {
      title: titleOf('accounts', context),
      breadcrumbs: [operatorEntry(context)],
      body: (
        <>
          <OperatorHead context={context} section="accounts" text={texts.accounts(catalog.number(list.total))} />
          <div class="row controls">
            <SegmentedControl
              label={texts.show}
              choices={[undefined, ...STATUSES].map((status) => ({
                href: addressOf({ ...choice, status, page: 1 }),
                label: status === undefined ? texts.all : labelOf(status, catalog),
                isChosen: status === choice.status,
              }))}
            />
            <SearchForm
              context={context}
              base={OPERATOR_PATHS.accounts}
              find={choice.find}
              label={texts.find}
              fields={choice.status === undefined ? [] : [['status', choice.status]]}
            />
          </div>
          {list.entries.length === 0 ? <p>{texts.noAccounts}</p> : <AccountTable context={context} {...list} />}
          <PageLinks
            catalog={catalog}
            page={list.page}
            pages={list.pages}
            hrefOf={(to) => addressOf({ ...choice, page: to })}
          />
        </>
      ),
    }
  },
})

const labelOf = (status: (typeof STATUSES)[number], { web }: Parameters<typeof titleOf>[1]['catalog']): string =>
  status === 'trial' ? web.operator.trials : web.account.statuses[status]

function addressOf({ find, status, page: number }: AccountListQuery): string {
  const parameters = new URLSearchParams({
    ...(find === '' ? {} : { find }),
    ...(status === undefined ? {} : { status }),
    ...(number === 1 ? {} : { page: `${number}` }),
  })
  return parameters.size === 0 ? OPERATOR_PATHS.accounts : `${OPERATOR_PATHS.accounts}?${parameters}`
}
