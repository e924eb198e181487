// Problems that the operator should solve before they become outages (PROCESS-30): shown on the operator's page, and sent
// once for each occurrence.
import { z } from 'zod'
import { type Clock, isoOfMs } from '../../domain/clock.js'
import {
  isDiskNearlyFull,
  type OperatorWarning,
  WARNING_KINDS,
  type WarningKind,
} from '../../domain/operation/operator-warning.js'
import type { Log } from '../../domain/ports/events.js'
import type { SettingStore, Store } from '../../domain/ports/store.js'
import { type ClockCheck, reportedClockState } from '../../domain/time/clock-check.js'
import { OVERDUE, type PartProbes } from '../reading/check-health.js'
import type { Backups } from './backups.js'
import type { DiskForecast } from './disk-forecast.js'

interface WarningDeps {
  readonly diskForecast: { read(): Promise<DiskForecast> }
  readonly backups: Pick<Backups, 'report'>
  readonly parts: PartProbes
  readonly openFile: Store['openFile']
  readonly clockCheck: ClockCheck
  readonly settings: SettingStore
  readonly clock: Clock
  readonly log: Log
}

/** When the operator was notified of each current occurrence, as ISO times. */
const warned = z.partialRecord(z.enum(WARNING_KINDS), z.string())
type WarnedTimes = z.infer<typeof warned>
const WARNED = 'operator.warned'

/** Structurally the notifier of inform-operator.ts, which depends on the services. */
type WarningNotifier = (report: { readonly warning: OperatorWarning }) => Promise<'informed' | 'failed' | 'off'>

export type OperatorWarnings = ReturnType<typeof createOperatorWarnings>

export function createOperatorWarnings(deps: WarningDeps) {
  const { settings, clock, log } = deps
  /** In how many reviews of this process each current occurrence was seen without the operator having been notified of it. */
  const unsentReviews = new Map<WarningKind, number>()
  /** What the database does not have yet, such as while its disk is full. */
  let unsaved: WarnedTimes | undefined
  const storedTimes = async (): Promise<WarnedTimes> => unsaved ?? parseTimes(await settings.get(WARNED))
  const store = async (times: WarnedTimes): Promise<void> => {
    unsaved = times
    await settings.set(WARNED, JSON.stringify(times))
    unsaved = undefined
  }

  const current = async (): Promise<OperatorWarning[]> => {
    const isDiskWarned = (await storedTimes()).disk !== undefined
    const found = [
      samplingWarning(deps.parts),
      await databaseWarning(deps.openFile),
      diskWarning(await deps.diskForecast.read(), isDiskWarned),
      await backupWarning(deps.backups),
      clockWarning(deps.clockCheck),
      botWarning(deps.parts),
    ]
    return found.filter((warning) => warning !== undefined)
  }

  return {
    current,

    /** Notifies the operator of what is new, and forgets what is over. The poller itself reports that it is overdue. */
    async review(inform: WarningNotifier): Promise<void> {
      const warnings = await current()
      const before = await storedTimes()
      const after: WarnedTimes = {}
      for (const warning of warnings) {
        if (warning.kind === 'sampling') continue
        const at = before[warning.kind] ?? (await report(warning, inform))
        if (at !== undefined) after[warning.kind] = at
      }
      for (const kind of WARNING_KINDS) {
        if (warnings.some((warning) => warning.kind === kind)) continue
        unsentReviews.delete(kind)
        if (before[kind] !== undefined) log.info({ warning: kind }, 'What the operator was warned of is over.')
      }
      if (unsaved !== undefined || JSON.stringify(before) !== JSON.stringify(after)) await store(after)
    },
  }

  /** Returns the ISO time at which somebody was reached; undefined if nobody was, or if this review does not try. */
  async function report(warning: OperatorWarning, inform: WarningNotifier): Promise<string | undefined> {
    const reviews = (unsentReviews.get(warning.kind) ?? 0) + 1
    unsentReviews.set(warning.kind, reviews)
    if (reviews === 1)
      log.warn({ ...warning }, 'There is a new warning for the operator; the page /operator explains it.')
    if (!isTried(reviews)) return undefined
    const result = await inform({ warning }).catch(() => 'failed' as const)
    return result === 'informed' ? isoOfMs(clock.now()) : undefined
  }
}

/** With a review a minute, at least one try in 18 hours: by then a bot may run, or a person may take messages again. */
const MAX_REVIEWS_BETWEEN_TRIES = 1_024

/** Tries in vain become rarer: the 1st, 2nd, 4th, 8th review and so on, and then each 1024th. */
const isTried = (reviews: number): boolean =>
  reviews > MAX_REVIEWS_BETWEEN_TRIES ? reviews % MAX_REVIEWS_BETWEEN_TRIES === 0 : Number.isInteger(Math.log2(reviews))

function samplingWarning({ poller }: PartProbes): OperatorWarning | undefined {
  const { state, detail = '' } = poller()
  return state === OVERDUE ? { kind: 'sampling', detail } : undefined
}

async function databaseWarning(openFile: Store['openFile']): Promise<OperatorWarning | undefined> {
  if (openFile === undefined || !(await openFile.isMoved())) return undefined
  return { kind: 'database', file: openFile.path }
}

function diskWarning({ daysLeft }: DiskForecast, isWarned: boolean): OperatorWarning | undefined {
  if (daysLeft === undefined) return undefined
  return isDiskNearlyFull(daysLeft, isWarned) ? { kind: 'disk', daysLeft } : undefined
}

async function backupWarning(backups: Pick<Backups, 'report'>): Promise<OperatorWarning | undefined> {
  const { state, since = '', detail = '', untested } = await backups.report()
  if (state === 'untested' && untested !== undefined) {
    const { copy, folder } = untested
    return { kind: 'backups', problem: state, since: untested.since, copy, folder }
  }
  if (state !== 'late' && state !== 'failing' && state !== 'damaged' && state !== 'shrunken') return undefined
  return { kind: 'backups', problem: state, since: Date.parse(since), detail }
}

function clockWarning(clockCheck: ClockCheck): OperatorWarning | undefined {
  const skewMs = clockCheck.skewMs()
  return reportedClockState(clockCheck) === 'wrong' && skewMs !== undefined ? { kind: 'clock', skewMs } : undefined
}

function botWarning({ bot }: PartProbes): OperatorWarning | undefined {
  const { state, detail = '' } = bot()
  return state === 'failed' ? { kind: 'bot', detail } : undefined
}

/** An unreadable value counts as missing. */
function parseTimes(text: string | undefined): WarnedTimes {
  try {
    return warned.parse(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}
