// A table of an account's API keys, identified by name and first characters, because only their hashes are stored.
import { type ApiKey, isUsable } from '../../../../domain/api-key.js'
import { Moment } from '../../components/inline.js'
import { Scroll } from '../../components/scroll.js'
import type { RequestContext } from '../../page.js'
import { keyAddress } from './own-key.js'

interface Props {
  readonly context: Pick<RequestContext, 'catalog' | 'timeZone' | 'services'>
  readonly keys: readonly ApiKey[]
  readonly mayChange: boolean
}

export function KeyTable({ context, keys, mayChange }: Props) {
  const texts = context.catalog.web.keys
  const columns = [texts.name, texts.startsWith, texts.created, texts.lastUsed, texts.expires]
  return (
    <Scroll label={texts.list}>
      <table class="stacked">
        <caption>{texts.list}</caption>
        <thead>
          <tr>
            {[...columns, ...(mayChange ? [texts.manage] : [])].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <Row key={key.id} of={key} {...{ context, mayChange }} />
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

function Row({ context, of: key, mayChange }: Omit<Props, 'keys'> & { readonly of: ApiKey }) {
  const { catalog, timeZone } = context
  const texts = catalog.web.keys
  const at = (moment: number | null, otherwise: string) =>
    moment === null ? otherwise : <Moment at={moment} {...{ catalog, timeZone }} />
  return (
    <tr>
      <th scope="row">{key.name}</th>
      <td data-label={texts.startsWith}>
        <code>{key.prefix}</code>
      </td>
      <td data-label={texts.created}>{at(key.createdAt, '')}</td>
      <td data-label={texts.lastUsed}>{at(key.lastUsedAt, texts.never)}</td>
      <td data-label={texts.expires}>
        {key.expiresAt !== null && !isUsable(key, context.services.clock.now())
          ? texts.hasExpired(catalog.dateTime(key.expiresAt, timeZone))
          : at(key.expiresAt, texts.noExpiry)}
      </td>
      {mayChange ? (
        <td>
          <a href={keyAddress(key)} aria-label={texts.manageLabel(key.name)}>
            {texts.manage}
          </a>
        </td>
      ) : undefined}
    </tr>
  )
}
