// The calls of the platform by endpoint, with what its rate limits left.
import type { PlatformCallState } from '../../../../services/operator/platform-calls.js'
import { Moment } from '../../components/inline.js'
import { StackedTable } from '../../components/scroll.js'
import type { RequestContext } from '../../page.js'

interface Props {
  readonly context: Pick<RequestContext, 'catalog' | 'timeZone'>
  readonly calls: readonly PlatformCallState[]
}

export function CallTable({ context, calls }: Props) {
  const texts = context.catalog.web.operator
  const heads = [texts.endpoint, texts.count, texts.failures, texts.left, texts.answer, texts.lastCall]
  return (
    <section aria-labelledby="calls">
      <h2 id="calls">{texts.calls}</h2>
      <p class="muted">{calls.length === 0 ? texts.noCalls : texts.callsText}</p>
      {calls.length === 0 ? undefined : (
        <StackedTable label={texts.calls} heads={heads} numbers={[texts.count, texts.failures, texts.left]}>
          {calls.map((one) => (
            <Row key={one.endpoint} of={one} context={context} />
          ))}
        </StackedTable>
      )}
    </section>
  )
}

function Row({
  of: { endpoint, at, status, callsLeft, calls, failed },
  context: { catalog, timeZone },
}: {
  readonly of: PlatformCallState
  readonly context: Props['context']
}) {
  const texts = catalog.web.operator
  return (
    <tr>
      <th scope="row">
        <code>{endpoint}</code>
      </th>
      <td class="number" data-label={texts.count}>
        {catalog.number(calls)}
      </td>
      <td class="number" data-label={texts.failures}>
        {catalog.number(failed)}
      </td>
      <td class="number" data-label={texts.left}>
        {callsLeft === undefined ? texts.unknown : catalog.number(callsLeft)}
      </td>
      <td data-label={texts.answer}>{status ?? texts.noAnswer}</td>
      <td data-label={texts.lastCall}>
        <Moment {...{ at, catalog, timeZone }} />
      </td>
    </tr>
  )
}
