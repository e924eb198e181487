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
  readonly stateText: string
  readonly condition: keyof typeof CONDITION_CLASSES
  readonly detail: string
}

export function HealthTable({ context, now }: Props) {
  const texts = context.catalog.web.operator
  return (
    <section aria-labelledby="health">
      <h2 id="health">{texts.health}</h2>
      <StackedTable label={texts.health} heads={[texts.part, texts.state, texts.detail]}>
        {rowsOf(context, now).map(({ name, stateText, condition, detail }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td data-label={texts.state}>
              <span class={CONDITION_CLASSES[condition]}>{stateText}</span>
            </td>
            <td data-label={texts.detail}>{detail === '' ? texts.noDetail : detail}</td>
          </tr>
        ))}
      </StackedTable>
    </section>
  )
}

const CONDITION_CLASSES = { works: 'badge success', fails: 'badge danger', waits: 'badge' } as const

const WORKING_STATES: readonly string[] = ['running', 'ready', 'current', 'sound', 'correct']
const FAILING_STATES: readonly string[] = [
  'failing',
  'failed',
  'late',
  'untested',
  'damaged',
  'shrunken',
  'wrong',
  'backing off',
  OVERDUE,
]

/** A part that is off, or has yet to begin, is neither good nor bad. */
const conditionOf = (state: string): HealthRow['condition'] =>
  FAILING_STATES.includes(state) ? 'fails' : WORKING_STATES.includes(state) ? 'works' : 'waits'

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
    ...(database.migrated === false ? [texts.notMigrated] : []),
  ]
  const differs = clock.skewSeconds === undefined ? [] : [texts.clockDiffers(Math.abs(clock.skewSeconds))]
  const verified =
    integrity.since === undefined ? [] : [texts.verifiedAt(catalog.dateTime(Date.parse(integrity.since), timeZone))]
  return [
    {
      name: status.sampling,
      stateText: textFor(texts.poller, poller.state) ?? poller.state,
      condition: conditionOf(poller.state),
      detail: poller.lastTick ? texts.tickCounts(poller.lastTick.sampled, poller.lastTick.gaps) : (poller.detail ?? ''),
    },
    {
      name: texts.platformPart,
      stateText: textFor(texts.platform, platform.state) ?? platform.state,
      condition: conditionOf(platform.state),
      detail: platform.since === undefined ? (platform.detail ?? '') : failingSince(platform.since),
    },
    {
      name: status.database,
      stateText: faults.length === 0 ? texts.works : texts.fails,
      condition: faults.length === 0 ? 'works' : 'fails',
      detail: faults.join(' '),
    },
    {
      name: texts.integrityPart,
      stateText: texts.integrity[integrity.state],
      condition: conditionOf(integrity.state),
      detail: [...verified, ...(integrity.state === 'damaged' ? [texts.damage] : [])].join(' '),
    },
    {
      name: status.clock,
      stateText: texts.clockStates[clock.state],
      condition: conditionOf(clock.state),
      detail: [...differs, ...(clock.state === 'wrong' ? [texts.clockWrong] : [])].join(' '),
    },
    {
      name: status.bot,
      stateText: botState.charAt(0).toUpperCase() + botState.slice(1),
      condition: conditionOf(bot.state),
      detail: bot.detail ?? '',
    },
    {
      name: texts.backupPart,
      stateText: textFor(texts.backups, backups.state) ?? backups.state,
      condition: conditionOf(backups.state),
      detail: backups.detail ?? '',
    },
  ]
}
