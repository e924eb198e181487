// Runs a drill on a throw-away copy of the database: kills, a full disk, and a clock that is set. The database itself is
// only read. Each fault goes on where the one before ended, on the same copy.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock, Minute } from '../domain/clock.js'
import { DAY_MINUTES } from '../domain/clock.js'
import { rejection } from '../domain/error.js'
import {
  DRILL_FAULTS,
  type Drill,
  type DrillFault,
  type DrillOptions,
  type FaultAccount,
} from '../domain/ports/drill.js'
import type { Upkeep, Verification } from '../domain/ports/upkeep.js'
import type { LostSamples } from '../domain/reasons/database-damage.js'
import { startDrillProcess } from './drill-process.js'
import { FaultRecord } from './fault-record.js'
import { type DrillPhase, type DrillTask, nextMinute } from './messages.js'

export interface DrillDeps {
  readonly config: unknown
  readonly clock: Clock
  readonly copyInto: Upkeep['copyInto']
  /** Checks a whole database. */
  verify(file: string, signal: AbortSignal): Promise<Verification>
}

const FOLDER_PREFIX = 'headcount-drill-'
const MAX_TICKS_UNTIL_KILL = 1_000_000
/** A kill comes after one to so many ticks, at any moment of the next. */
const MAX_TICKS_BEFORE_KILL = 3
const MAX_KILL_DELAY_MS = 2_000
const CLOCK_SHIFT_MINUTES = 3 * DAY_MINUTES
const HEALTHY: DrillPhase = { ticks: 3 }

const PHASES: Readonly<Record<Exclude<DrillFault, 'kill'>, readonly DrillPhase[]>> = {
  // Small ticks fill the rest of a page for hours.
  'full disk': [HEALTHY, { ticks: 5_000, maxFailures: 5, isDiskFull: true }, HEALTHY],
  'clock back': [HEALTHY, { ticks: 5, clockAheadMinutes: -CLOCK_SHIFT_MINUTES }, HEALTHY],
  'clock ahead': [HEALTHY, { ticks: 5, clockAheadMinutes: CLOCK_SHIFT_MINUTES }, HEALTHY],
}

export const createDrill = (deps: DrillDeps): Drill => ({
  run: async (options) => {
    const folder = makeFolder()
    try {
      return await runOnCopy(deps, options, join(folder, 'headcount.db'))
    } catch (error) {
      if (options.signal.aborted) throw rejection('UNAVAILABLE', { name: 'command stopped', facts: {} })
      throw error
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
})

function makeFolder(): string {
  try {
    removeLeftOvers()
    return mkdtempSync(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`))
  } catch (error) {
    const errorCode = error instanceof Error && 'code' in error ? String(error.code) : ''
    const facts = { path: tmpdir(), errorCode, cause: error instanceof Error ? error.message : String(error) }
    throw rejection('UNAVAILABLE', { name: 'temporary folder unusable', facts }, { cause: error })
  }
}

/** Removes the folders of drills that were themselves killed. */
function removeLeftOvers(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(new RegExp(`^${FOLDER_PREFIX}(\\d+)-`).exec(name)?.[1] ?? Number.NaN)
    if (!Number.isNaN(pid) && !isAlive(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it is another user's.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}

async function runOnCopy(deps: DrillDeps, options: DrillOptions, file: string) {
  const { signal, onProgress } = options
  const {
    samples,
    games,
    damage: damageBefore,
  } = await deps.copyInto(file, {
    signal,
    onProgress: (done, total) => onProgress('copy', done, total),
  })
  // Nobody could tell what the drill did from what was there before.
  if (damageBefore !== null && damageBefore.fileDamage !== null)
    throw rejection('UNAVAILABLE', { name: 'drill of a damaged database', facts: { damage: damageBefore } })
  const before = damageBefore === null ? [] : (await deps.verify(file, signal)).lost
  const faults: FaultAccount[] = []
  let from = nextMinute(deps.clock.now())
  for (const fault of DRILL_FAULTS) {
    const record = new FaultRecord(fault, () => performance.now())
    const drill = { config: deps.config, file, from, record, options }
    await (fault === 'kill' ? runKills(drill) : runPhases(drill, fault))
    onProgress('check', 0, 1)
    faults.push(record.summary(newDamageOf(await deps.verify(file, signal), before)))
    from = afterLast(record, from)
  }
  return { samples, games, damageBefore, faults }
}

function newDamageOf({ fileDamage, lost }: Verification, before: readonly LostSamples[]): string | null {
  const keyOf = ({ what, universeId, from }: LostSamples): string => [what, universeId, from].join(' ')
  const known = new Set(before.map(keyOf))
  const found = lost.filter((one) => !known.has(keyOf(one))).length
  return fileDamage ?? (found > 0 ? `${found} damaged` : null)
}

interface RunningDrill {
  readonly config: unknown
  readonly file: string
  readonly from: Minute
  readonly record: FaultRecord
  readonly options: DrillOptions
}

const afterLast = ({ last }: FaultRecord, from: Minute): Minute => (last === undefined ? from : last + 1)

async function runKills(drill: RunningDrill): Promise<void> {
  const { options, record, from } = drill
  for (let round = 0; round < options.kills; round++) {
    options.onProgress('kill', round, options.kills)
    await killDuringTick(drill, { phases: [{ ticks: MAX_TICKS_UNTIL_KILL }], firstMinute: afterLast(record, from) })
  }
  await runToEnd(drill, { phases: [HEALTHY], firstMinute: afterLast(record, from), countFrom: from })
}

async function runPhases(drill: RunningDrill, fault: Exclude<DrillFault, 'kill'>): Promise<void> {
  drill.options.onProgress(fault, 0, 1)
  await runToEnd(drill, { phases: PHASES[fault], firstMinute: drill.from, countFrom: drill.from })
}

type Task = Omit<DrillTask<unknown>, 'config' | 'file'>

async function runToEnd(drill: RunningDrill, task: Task): Promise<void> {
  const { config, file, record, options } = drill
  const child = startDrillProcess({ config, file, ...task })
  let isDone = false
  await untilAborted(options.signal, child.kill, async () => {
    for await (const message of child.messages()) {
      record.note(message)
      isDone ||= message.type === 'done'
    }
  })
  if (!isDone) throw rejection('UNAVAILABLE', { name: 'drill broken', facts: { cause: 'its process ended' } })
}

async function killDuringTick(drill: RunningDrill, task: Task): Promise<void> {
  const { config, file, record, options } = drill
  const child = startDrillProcess({ config, file, ...task })
  let ticksLeft = 1 + Math.floor(Math.random() * MAX_TICKS_BEFORE_KILL)
  let ticksBegun = 0
  let isKilled = false
  await untilAborted(options.signal, child.kill, async () => {
    for await (const message of child.messages()) {
      record.note(message)
      if (message.type === 'begun') ticksBegun = performance.now()
      if (message.type !== 'stored' || --ticksLeft > 0 || isKilled) continue
      isKilled = true
      // The next tick takes about as long, so that the kill meets any part of it.
      const delay = Math.min(MAX_KILL_DELAY_MS, Math.random() * 1.2 * (performance.now() - ticksBegun))
      void sleep(delay).then(child.kill)
    }
  })
  if (!isKilled) throw rejection('UNAVAILABLE', { name: 'drill broken', facts: { cause: 'its process ended' } })
  record.noteKill()
}

async function untilAborted(signal: AbortSignal, kill: () => void, work: () => Promise<void>): Promise<void> {
  signal.throwIfAborted()
  signal.addEventListener('abort', kill, { once: true })
  try {
    await work()
  } finally {
    signal.removeEventListener('abort', kill)
  }
  signal.throwIfAborted()
}
