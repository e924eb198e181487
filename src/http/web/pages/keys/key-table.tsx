// A table of an account's API keys, identified by name and first characters, because only their hashes are stored.
import { type ApiKey, isUsable } from '../../../../domain/api-key.js'
import type { UsageDay } from '../../../../services/reading/report-usage.js'
import { Moment } from '../../components/inline.js'
import { StackedTable } from '../../components/scroll.js'
import type { RequestContext } from '../../page.js'
import { daysOfKey, totalOf } from './key-usage.js'
import { keyAddress } from './own-key.js'

interface Props {
  readonly context: Pick<RequestContext, 'catalog' | 'timeZone' | 'services'>
  readonly keys: readonly ApiKey[]
  readonly mayChange: boolean
  /** The usage of the account by day. */
  readonly days: readonly UsageDay[]
}

export function KeyTable({ context, keys, mayChange, days }: Props) {
  const texts = context.catalog.web.keys
  const columns = [
    texts.name,
    texts.status,
    texts.startsWith,
    texts.created,
    texts.lastUsed,
    texts.requests,
    texts.expires,
  ]
  return (
    <StackedTable
      label={texts.list}
      caption={texts.list}
      heads={columns}
      numbers={[texts.requests]}
      action={mayChange ? texts.manage : undefined}
    >
      {keys.map((key) => (
        <Row key={key.id} of={key} state={stateOf(key, keys, context)} {...{ context, mayChange, days }} />
      ))}
    </StackedTable>
  )
}

type KeyState = 'active' | 'older' | 'newest' | 'expired'

/** A rotation leaves two keys of one name for a while, which are distinguished by their age. */
function stateOf(key: ApiKey, keys: readonly ApiKey[], { services }: Props['context']): KeyState {
  const now = services.clock.now()
  if (!isUsable(key, now)) return 'expired'
  const namesakes = keys.filter((one) => one.name === key.name && isUsable(one, now))
  if (namesakes.length === 1) return 'active'
  return Math.max(...namesakes.map(({ id }) => id)) === key.id ? 'newest' : 'older'
}

const BADGES = { active: 'success', newest: 'success', older: undefined, expired: 'danger' } as const

interface KeyRowProps extends Omit<Props, 'keys'> {
  readonly of: ApiKey
  readonly state: KeyState
}

function Row({ context, of: key, state, mayChange, days }: KeyRowProps) {
  const { catalog, timeZone } = context
  const texts = catalog.web.keys
  const at = (moment: number | null, otherwise: string) =>
    moment === null ? otherwise : <Moment at={moment} {...{ catalog, timeZone }} />
  return (
    <tr>
      <th scope="row">{key.name}</th>
      <td data-label={texts.status}>
        <span class={['badge', BADGES[state]].filter(Boolean).join(' ')}>{texts.states[state]}</span>
      </td>
      <td data-label={texts.startsWith}>
        <code>{key.prefix}</code>
      </td>
      <td data-label={texts.created}>{at(key.createdAt, '')}</td>
      <td data-label={texts.lastUsed}>{at(key.lastUsedAt, texts.never)}</td>
      <td class="number" data-label={texts.requests}>
        {catalog.number(totalOf(daysOfKey(key, days)))}
      </td>
      <td data-label={texts.expires}>{at(key.expiresAt, texts.noExpiry)}</td>
      {mayChange ? (
        <td class="action">
          <a class="button small" href={keyAddress(key)} aria-label={texts.manageLabel(key.name, key.prefix)}>
            {texts.manage}
          </a>
        </td>
      ) : undefined}
    </tr>
  )
}
