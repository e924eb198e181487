// The findings of the doctor: pure functions that decide what an observation means. The message catalog words them.

import { type Clock, MINUTE_MS, msOf } from '../../../domain/clock.js'
import type { AddressState } from '../../../domain/ports/platform.js'
import type { RemovedSamples } from '../../../domain/ports/removed-samples.js'
import type { SeriesSize } from '../../../domain/ports/series.js'
import type { Inspection } from '../../../domain/ports/upkeep.js'
import type { LostSamples } from '../../../domain/reasons/database-damage.js'
import type { VerifiedDamage } from '../../../domain/reasons/doctor-findings.js'
import { MIB } from '../../../domain/rounding.js'
import { MAX_AHEAD_MINUTES, MAX_CLOCK_SKEW_MS } from '../../../domain/time/clock-check.js'
import { overdueFrom, type TickSchedule } from '../../../domain/time/tick-schedule.js'
import { OVERDUE, type PartState } from '../../reading/check-health.js'
import type { TokenCheckResult } from '../bot-token.js'
import type { SharedWork } from '../shared-work.js'
import { type Finding, ok, warning, wrong } from './run-checks.js'

const MIN_FREE_BYTES = 100 * MIB
/** With less free room there is a warning. */
const MIN_ADVISED_BYTES = 1024 * MIB

export const checkConfiguration = (problems: readonly string[]): Finding =>
  problems.length === 0 ? ok('configuration sound', {}) : wrong('configuration wrong', { problems })

export function checkDatabase(inspection: Inspection): Finding {
  const { file, schema, expectedSchema, damage, writeProblem, bytes, unusedBytes } = inspection
  if (!inspection.exists) return warning('database missing', { file })
  if (inspection.foreignFileError !== null)
    return wrong('database of others', { file, problem: inspection.foreignFileError })
  if (damage !== null) return wrong('database damaged', { file, damage })
  if (schema > expectedSchema) return wrong('database newer', { file, schema, expectedSchema })
  if (writeProblem !== null) return wrong('database not writable', { file, problem: writeProblem })
  if (schema === 0) return warning('database empty', { file })
  if (schema < expectedSchema) return warning('database older', { file, schema, expectedSchema })
  const sound = { file, schema, bytes, unusedBytes }
  return (inspection.mode & OTHER_PERMISSION_BITS) === 0
    ? ok('database sound', { ...sound, mode: undefined })
    : warning('database sound', { ...sound, mode: inspection.mode })
}

/** All chmod bits of the group and of others. */
const OTHER_PERMISSION_BITS = 0o077

export interface SeriesFindings {
  /** Undefined if there was not enough time to read everything. */
  readonly lost: readonly LostSamples[] | undefined
  /** Undefined if a damaged page makes it unreadable. */
  readonly size: SeriesSize | undefined
  /** The result of the service's verification in the background; null if it has not verified the store yet. */
  readonly verified?: VerifiedDamage | null
  /** True if a page of the file itself is damaged, so that nothing can be written there. */
  readonly isFileBroken?: boolean
}

/** Reports damage by universe and time; the rest of the series can still be read. */
export function checkSeries({ lost, size, verified, isFileBroken = false }: SeriesFindings): Finding {
  if (lost === undefined) return checkVerification(verified ?? null)
  if (lost.length > 0) return wrong('series damaged', { lost, isFileBroken, verified })
  return size === undefined ? warning('series readable', { verified }) : ok('series sound', { size, verified })
}

/** Used if the store is too large to be read completely during the check. */
function checkVerification(verified: VerifiedDamage | null): Finding {
  if (verified === null) return warning('series not read', { verified })
  const isSound = verified.fileDamage === null && verified.lostWeeks === 0
  return isSound ? ok('series not read', { verified }) : wrong('series not read', { verified })
}

/** The samples that retention removed and that can be restored. */
export function checkRemoved(removed: RemovedSamples): Finding {
  const facts = { ...removed, isRemovalOff: removed.maxBytes === 0 }
  return removed.waitsForRoom && !facts.isRemovalOff ? warning('removed samples', facts) : ok('removed samples', facts)
}

export function checkClock(skewMs: number | null): Finding {
  if (skewMs === null) return warning('clock unchecked', {})
  const isFar = Math.abs(skewMs) > MAX_CLOCK_SKEW_MS
  return isFar ? wrong('clock checked', { skewMs, isFar }) : ok('clock checked', { skewMs, isFar })
}

/** Only where several processes share the database. */
export function checkSharedWork(work: SharedWork): Finding {
  const facts = { ...work, minutesBehind: work.minutesBehind }
  if (work.unheldShards > 0) return wrong('shared work', facts)
  return work.unheldGatewayShards.length > 0 ? warning('shared work', facts) : ok('shared work', facts)
}

export function checkDisk(freeBytes: number | undefined): Finding {
  if (freeBytes === undefined) return ok('disk of the server', {})
  if (freeBytes < MIN_FREE_BYTES) return wrong('disk free', { freeBytes, need: 'now' })
  return freeBytes < MIN_ADVISED_BYTES
    ? warning('disk free', { freeBytes, need: 'soon' })
    : ok('disk free', { freeBytes, need: 'none' })
}

export interface LastTickContext {
  readonly clock: Clock
  readonly schedule: TickSchedule
  /** The state that the running service reports; undefined if no service answers. */
  readonly poller: PartState | undefined
}

export function checkLastTick(inspection: Inspection, { clock, schedule, poller }: LastTickContext): Finding {
  if (poller?.state === OVERDUE) return wrong('sampling overdue', { detail: poller.detail })
  if (inspection.damage !== null || inspection.foreignFileError !== null) return warning('last tick unreadable', {})
  // The last tick in the database is one of before the start.
  if (poller?.firstTickDue !== undefined) {
    const runningMs = clock.now() - Date.parse(poller.since ?? '')
    return ok('first tick to come', { runningMs, due: poller.firstTickDue })
  }
  if (inspection.lastTick === null) return warning('no tick yet', {})
  const ageMs = clock.now() - msOf(inspection.lastTick)
  if (ageMs < -MAX_AHEAD_MINUTES * MINUTE_MS) return warning('tick in the future', { minute: inspection.lastTick })
  const overdue = overdueFrom(schedule, inspection.lastTick)
  if (overdue !== undefined && clock.now() > msOf(overdue)) return warning('last tick overdue', { ageMs })
  const headroom = poller?.headroom
  const isRunning = poller !== undefined
  const isMinimum = poller?.headroomIsMinimum ?? false
  const isTight = headroom !== undefined && headroom < MIN_HEADROOM && !isMinimum
  const facts = { ageMs, headroom, isMinimum, isTight, isRunning }
  return isTight ? warning('last tick', facts) : ok('last tick', facts)
}

/** With less headroom there is a warning: an account may add this many universes before the next look at the doctor. */
const MIN_HEADROOM = 100

/** Warns of an address that fails, and is wrong where all do. */
export function checkAddresses(addresses: readonly AddressState[], isLive: boolean): Finding {
  const failing = addresses.filter(({ state }) => state === 'failing').length
  if (failing === 0) return ok('addresses', { addresses, isLive })
  const finding = failing === addresses.length ? wrong : warning
  return finding('addresses', { addresses, isLive })
}

export function checkTokenAnswer(answer: TokenCheckResult | undefined): Finding {
  if (answer === undefined) return ok('bot off', {})
  if (answer.outcome === 'known') return ok('token known', { name: answer.name })
  if (answer.outcome === 'rejected') return wrong('token rejected', {})
  return wrong('Discord unreachable', { why: answer.why })
}
