// The local addresses from which calls leave, with what the platform's limits leave of each.
import type { AddressState } from '../../../../domain/ports/platform.js'
import { StackedTable } from '../../components/scroll.js'
import type { RequestContext } from '../../page.js'

interface Props {
  readonly context: Pick<RequestContext, 'catalog'>
  /** Undefined where the system chooses the address. */
  readonly addresses: readonly AddressState[] | undefined
}

export function AddressTable({ context: { catalog }, addresses }: Props) {
  const texts = catalog.web.operator
  if (addresses === undefined) return
  return (
    <section aria-labelledby="addresses">
      <h2 id="addresses">{texts.addresses}</h2>
      <p class="muted">{texts.addressesText}</p>
      <StackedTable label={texts.addresses} heads={[texts.address, texts.state, texts.universesLeft, texts.detail]}>
        {addresses.map(({ address, state, universesLeft, detail }) => (
          <tr key={address}>
            <th scope="row">
              <code>{address}</code>
            </th>
            <td data-label={texts.state}>
              <span class={state === 'failing' ? 'badge danger' : 'badge'}>{texts.addressStates[state]}</span>
            </td>
            <td data-label={texts.universesLeft}>
              {universesLeft === undefined ? texts.unknown : catalog.number(universesLeft)}
            </td>
            <td data-label={texts.detail}>{detail ?? texts.noDetail}</td>
          </tr>
        ))}
      </StackedTable>
    </section>
  )
}
