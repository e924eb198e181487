// The overview of the installation for its operator, which updates itself.
import { programVersion } from '../../../../program-version.js'
import type { DiskForecast } from '../../../../services/operator/disk-forecast.js'
import type { OperationState } from '../../../../services/operator/show-operation.js'
import type { PartState } from '../../../../services/reading/check-health.js'
import { Moment } from '../../components/inline.js'
import { page } from '../../define.js'
import type { RequestContext } from '../../page.js'
import { Facts } from '../account/facts.js'
import { AddressTable } from './address-table.js'
import { CallTable } from './call-table.js'
import { HealthTable } from './health-table.js'
import { MAX_OPERATOR_VISITS_PER_MINUTE, OPERATOR_PATHS, OperatorHead, titleOf } from './sections.js'

export const operation = page({
  path: OPERATOR_PATHS.overview,
  access: 'operator',
  limit: MAX_OPERATOR_VISITS_PER_MINUTE,
  handle: async (context) => {
    const now = await context.services.showOperation()
    return {
      title: titleOf('overview', context),
      scripts: ['live'],
      body: (
        <>
          <OperatorHead context={context} section="overview" />
          <div class="stack sections" id="operation" data-live>
            <Warnings {...{ context, now }} />
            <HealthTable {...{ context, now }} />
            <Numbers {...{ context, now }} />
            <Disk {...{ context, now }} />
            <AddressTable context={context} addresses={now.health.poller.addresses} />
            <CallTable context={context} calls={now.calls} />
          </div>
        </>
      ),
    }
  },
})

interface Props {
  readonly context: Pick<RequestContext, 'catalog' | 'timeZone'>
  readonly now: OperationState
}

function Warnings({ context: { catalog, timeZone }, now: { warnings } }: Props) {
  const texts = catalog.web.operator
  if (warnings.length === 0) return
  return (
    <section aria-labelledby="warnings">
      <h2 id="warnings">{texts.warnings}</h2>
      {warnings.map((warning) => (
        <p key={warning.kind} class="message danger">
          {texts.warning(warning, (at) => catalog.dateTime(at, timeZone))}
        </p>
      ))}
    </section>
  )
}

function Numbers({ context, now: { health, process } }: Props) {
  const { catalog } = context
  const texts = catalog.web.operator
  return (
    <section class="panel" aria-labelledby="numbers">
      <h2 id="numbers">{texts.numbers}</h2>
      <Facts
        of={[
          [texts.version, programVersion],
          [texts.lastTick, <Time key="tick" context={context} at={process.lastTickAt} otherwise={texts.none} />],
          [texts.games, catalog.number(process.games)],
          [texts.headroom, headroomText(health.poller, context)],
          [texts.waiting, catalog.number(process.notifications.pending)],
          [texts.sending, catalog.number(process.notifications.claimed)],
        ]}
      />
    </section>
  )
}

function headroomText(
  { headroom, headroomIsMinimum = false }: PartState,
  { catalog }: Pick<RequestContext, 'catalog'>,
): string {
  const texts = catalog.web.operator
  if (headroom === undefined) return texts.unknown
  return headroomIsMinimum ? texts.headroomAtLeast(headroom) : catalog.number(headroom)
}

const MAX_FORECAST_DAYS = 3_650

function Disk({ context, now: { disk, process, verified } }: Props) {
  const { catalog } = context
  const texts = catalog.web.operator
  const { databaseBytes, freeBytes, bytesADay } = disk
  const isDamaged = verified !== undefined && (verified.fileDamage !== null || verified.lostWeeks > 0)
  return (
    <section class="panel" aria-labelledby="disk">
      <h2 id="disk">{texts.disk}</h2>
      {isDamaged ? <p class="message danger">{texts.damage}</p> : undefined}
      <Facts
        of={[
          [texts.database, texts.size(databaseBytes)],
          [texts.growth, growthText(bytesADay, texts)],
          [texts.free, freeBytes === undefined ? texts.unknown : texts.size(freeBytes)],
          [texts.full, fullText(disk, catalog)],
          ...backupFacts(context, process),
          [texts.restoreTest, <RestoreTest key="test" {...{ context, test: process.backups.restoreTest }} />],
          [texts.verified, <Time key="verified" context={context} at={verified?.at} otherwise={texts.none} />],
        ]}
      />
    </section>
  )
}

/** A backup by hand has a line of its own beside a schedule, which may fail all the same. */
function backupFacts(
  context: Props['context'],
  { backups, lastBackupAt, lastManualBackupAt }: Props['now']['process'],
) {
  const texts = context.catalog.web.operator
  const last = <Time key="backup" context={context} at={lastBackupAt} otherwise={texts.unknown} />
  if (backups.state === 'off') return [[texts.backup, last]] as const
  const manual = <Time key="manual" context={context} at={lastManualBackupAt} otherwise={texts.unknown} />
  return [[texts.scheduledBackup, last] as const, [texts.manualBackup, manual] as const]
}

function growthText(bytesADay: number | undefined, texts: RequestContext['catalog']['web']['operator']): string {
  if (bytesADay === undefined) return texts.growthSoon
  return bytesADay > 0 ? texts.size(bytesADay) : texts.shrinks
}

function fullText({ bytesADay, daysLeft }: DiskForecast, catalog: RequestContext['catalog']): string {
  const texts = catalog.web.operator
  if (bytesADay !== undefined && bytesADay <= 0) return texts.neverFull
  if (daysLeft === undefined) return texts.unknown
  return daysLeft > MAX_FORECAST_DAYS ? texts.years : texts.fullIn(catalog.number(daysLeft))
}

interface RestoreTestProps {
  readonly context: Props['context']
  readonly test: OperationState['process']['backups']['restoreTest']
}

function RestoreTest({ context, test }: RestoreTestProps) {
  const texts = context.catalog.web.operator
  return (
    <>
      {test?.passed === false ? `${texts.restoreFailed} ` : undefined}
      <Time context={context} at={test?.at} otherwise={texts.none} />
    </>
  )
}

interface TimeProps {
  readonly context: Props['context']
  readonly at: number | undefined
  readonly otherwise: string
}

const Time = ({ context: { catalog, timeZone }, at, otherwise }: TimeProps) =>
  at === undefined ? otherwise : <Moment {...{ at, catalog, timeZone }} />
