// Starts what runs by time: the ticks, and what follows from them. A process without the role of a poller has none of it.
import type { Logger } from 'pino'
import type { CompositionRoot } from '../compose.js'
import { startCorrectTimeCount } from '../poller/count-correct-time.js'
import type { Worker } from '../poller/repeat.js'
import { startBackups } from '../poller/start-backups.js'
import {
  startEvaluation,
  startEventHistory,
  startIcons,
  startMarket,
  startScheduledPosts,
} from '../poller/start-beside-ticks.js'
import { startMaintenance } from '../poller/start-maintenance.js'
import { startPoller } from '../poller/start-poller.js'
import { startVerification } from '../poller/start-verification.js'
import { startWarnings } from '../poller/start-warnings.js'
import { createPastRecords } from '../services/events/past-records.js'
import type { OperatorNotifier, OverdueNotifier } from '../services/operator/inform-operator.js'

interface Deps {
  /** The cron expression POLL_CRON. */
  readonly expression: string
  readonly composed: CompositionRoot
  readonly informOperator: OperatorNotifier & OverdueNotifier
  readonly log: Logger
}

export interface PollerWorkers {
  readonly workers: readonly Worker[]
  /** Stopped after everything else. */
  readonly last: readonly Worker[]
}

export async function startPollerWorkers({ expression, composed, informOperator, log }: Deps): Promise<PollerWorkers> {
  const { services, store, clockCheck, parts } = composed
  const { leases } = services
  await leases.shards.start()
  const poller = startPoller({ expression, services, log, informOperator })
  parts.poller = poller.state
  const takeRecords = createPastRecords({ store, clock: services.clock, plans: services.plans, log })
  const workers = [
    poller,
    startEvaluation(services, log),
    startScheduledPosts(services, log),
    startMarket(services, log),
    startIcons(services, log),
    startMaintenance({
      series: store.series,
      clock: services.clock,
      clockState: clockCheck.state,
      leases,
      noteSize: services.diskForecast.note,
      log,
    }),
    startEventHistory({ eventLog: store.eventLog, takeRecords, leases }, log),
    startCorrectTimeCount(store.removedSamples, log),
    startBackups(services, log),
    startWarnings({ warnings: services.warnings, leases, informOperator, log }),
  ]
  return { workers, last: [await startVerification(services, log)] }
}
