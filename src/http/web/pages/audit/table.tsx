// The table of the audit log, and its file.
import type { AuditEntry, AuditQuery } from '../../../../domain/audit/audit-entry.js'
import { isoOfMs } from '../../../../domain/clock.js'
import { tableCsv } from '../../../../files/table-csv.js'
import { textFor } from '../../../../messages/catalog.js'
import { Empty } from '../../components/empty.js'
import { Moment } from '../../components/inline.js'
import { StackedTable } from '../../components/scroll.js'
import type { FileResponse, RequestContext } from '../../page.js'

const PAGE_SIZE = 100
/** The file has the newest entries up to this number. */
const MAX_FILE_ENTRIES = 50_000
const FILE_COLUMNS = ['time', 'account', 'action', 'details', 'origin', 'user_id', 'name', 'address']

interface Props {
  readonly context: Pick<RequestContext, 'catalog' | 'timeZone' | 'services'>
  /** The address of the page. */
  readonly address: string
  /** Undefined means all accounts. */
  readonly accountId: number | undefined
  readonly before: number | undefined
  /** The names of the accounts by id, where the log is of all of them. */
  readonly names?: ReadonlyMap<number, string>
}

export async function auditTable({ context, address, accountId, before, names }: Props) {
  const { catalog, services } = context
  const texts = catalog.web.audit
  const entries = await services.audit.list({ accountId, before, limit: PAGE_SIZE + 1 })
  const pageEntries = entries.slice(0, PAGE_SIZE)
  const last = pageEntries.at(-1)
  if (last === undefined) return <Empty text={texts.none} />
  return (
    <>
      <p>
        <a class="button" href={`${address}.csv`}>
          {texts.download}
        </a>
      </p>
      <StackedTable
        label={texts.title}
        heads={[texts.what, texts.subject, ...(names ? [texts.account] : []), texts.who, texts.where, texts.when]}
      >
        {pageEntries.map((entry) => (
          <Row key={entry.id} {...{ context, entry }} names={names} />
        ))}
      </StackedTable>
      {entries.length > pageEntries.length ? (
        <p>
          <a href={`${address}?before=${last.id}`}>{texts.older}</a>
        </p>
      ) : undefined}
    </>
  )
}

interface AuditRowProps {
  readonly context: Pick<RequestContext, 'catalog' | 'timeZone'>
  readonly entry: AuditEntry
  readonly names: Props['names']
}

const ABOUT_ROLES: readonly AuditEntry['action'][] = ['member set', 'sign-in link created']

/** Entries about roles end with one. */
function subjectText(action: AuditEntry['action'], subject: string, { web }: RequestContext['catalog']): string {
  if (!ABOUT_ROLES.includes(action)) return subject
  const [role = '', ...others] = subject.split(' ').reverse()
  return [...others.reverse(), textFor(web.frame.roles, role) ?? role].join(' ')
}

function Row({ context: { catalog, timeZone }, entry, names }: AuditRowProps) {
  const texts = catalog.web.audit
  const { action, subject, accountId, origin, userId, name, address, at } = entry
  const nobody = origin === 'command line' ? texts.operator : texts.somebody
  const details = subjectText(action, subject, catalog)
  const who = userId === null ? nobody : name === null ? userId : texts.named(name, userId)
  return (
    <tr>
      <th scope="row">{texts.actions[action]}</th>
      <td data-label={texts.subject}>{details === '' ? catalog.nothing : details}</td>
      {names ? (
        <td data-label={texts.account}>
          {accountId === null ? catalog.nothing : (names.get(accountId) ?? `${accountId}`)}
        </td>
      ) : undefined}
      <td data-label={texts.who}>{who}</td>
      <td data-label={texts.where}>
        {address === null ? texts.origins[origin] : texts.from(texts.origins[origin], address)}
      </td>
      <td data-label={texts.when}>
        <Moment {...{ at, catalog, timeZone }} />
      </td>
    </tr>
  )
}

export async function auditFile(
  { services }: Pick<RequestContext, 'services'>,
  accountId: AuditQuery['accountId'],
): Promise<FileResponse> {
  const entries = await services.audit.list({ accountId, limit: MAX_FILE_ENTRIES })
  const rows = entries.map((entry) => [
    isoOfMs(entry.at),
    entry.accountId,
    entry.action,
    entry.subject,
    entry.origin,
    entry.userId,
    entry.name,
    entry.address,
  ])
  return {
    send: async (response) => {
      response.attachment('audit-log.csv').type('text/csv; charset=utf-8')
      for await (const piece of tableCsv(FILE_COLUMNS, rows)) response.write(piece)
      response.end()
    },
  }
}
