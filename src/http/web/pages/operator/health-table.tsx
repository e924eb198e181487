// The parts of the service in words, with what they say about themselves.

import { textFor } from '../../../../messages/catalog.js'
import type { OperationState } from '../../../../services/operator/show-operation.js'
import { OVERDUE } from '../../../../services/reading/check-health.js'
import { StackedTable } from '../../components/scroll.js'
import type { RequestContext } from '../../page.js'

interface Props {
  readonly context: Pick<RequestContext, 'catalog' | 'timeZone'>
  readonly now: Pick<OperationState, 'health'>
}

interface HealthRow {
  readonly name: string
  readonly state: string
  readonly isFailing: boolean
  readonly detail: string
}

export function HealthTable({ context, now }: Props) {
  const texts = context.catalog.web.operator
  return (
    <section aria-labelledby="health">
      <h2 id="health">{texts.health}</h2>
      <StackedTable label={texts.health} heads={[texts.part, texts.state, texts.detail]}>
        {rowsOf(context, now).map(({ name, state, isFailing, detail }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td data-label={texts.state}>
              <span class={isFailing ? 'badge danger' : 'badge'}>{state}</span>
            </td>
            <td data-label={texts.detail}>{detail === '' ? texts.noDetail : detail}</td>
          </tr>
        ))}
      </StackedTable>
    </section>
  )
}

const FAILING_STATES: readonly string[] = ['failing', 'failed', 'late', 'damaged', 'wrong', 'backing off', OVERDUE]

function rowsOf(
  { catalog, timeZone }: Props['context'],
  { health: { poller, platform, database, clock, bot, backups, integrity } }: Props['now'],
): HealthRow[] {
  const { operator: texts, status, setup } = catalog.web
  const botState = textFor(setup.states, bot.state) ?? bot.state
  const failingSince = (since: string): string =>
    texts.platformSince(catalog.dateTime(Date.parse(since), timeZone), platform.detail ?? '')
  const faults = [
    ...(database.writable ? [] : [texts.readOnly]),
    ...(database.moved ? [texts.moved] : []),
    ...(database.migrated ? [] : [texts.notMigrated]),
  ]
  const differs = clock.skewSeconds === undefined ? [] : [texts.clockDiffers(Math.abs(clock.skewSeconds))]
  const verified =
    integrity.since === undefined ? [] : [texts.verifiedAt(catalog.dateTime(Date.parse(integrity.since), timeZone))]
  return [
    {
      name: status.sampling,
      state: textFor(texts.poller, poller.state) ?? poller.state,
      isFailing: FAILING_STATES.includes(poller.state),
      detail: poller.lastTick ? texts.tickCounts(poller.lastTick.sampled, poller.lastTick.gaps) : (poller.detail ?? ''),
    },
    {
      name: texts.platformPart,
      state: textFor(texts.platform, platform.state) ?? platform.state,
      isFailing: FAILING_STATES.includes(platform.state),
      detail: platform.since === undefined ? (platform.detail ?? '') : failingSince(platform.since),
    },
    {
      name: status.database,
      state: faults.length === 0 ? texts.works : texts.fails,
      isFailing: faults.length > 0,
      detail: faults.join(' '),
    },
    {
      name: texts.integrityPart,
      state: texts.integrity[integrity.state],
      isFailing: FAILING_STATES.includes(integrity.state),
      detail: [...verified, ...(integrity.state === 'damaged' ? [texts.damage] : [])].join(' '),
    },
    {
      name: status.clock,
      state: texts.clockStates[clock.state],
      isFailing: FAILING_STATES.includes(clock.state),
      detail: [...differs, ...(clock.state === 'wrong' ? [texts.clockWrong] : [])].join(' '),
    },
    {
      name: status.bot,
      state: botState.charAt(0).toUpperCase() + botState.slice(1),
      isFailing: FAILING_STATES.includes(bot.state),
      detail: bot.detail ?? '',
    },
    {
      name: texts.backupPart,
      state: textFor(texts.backups, backups.state) ?? backups.state,
      isFailing: FAILING_STATES.includes(backups.state),
      detail: backups.detail ?? '',
    },
  ]
}
