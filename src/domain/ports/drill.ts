// The port of the drill: it damages a throw-away copy of the database in the ways that happen, and counts what is lost.

import type { GapReason } from '../gap.js'
import type { DatabaseDamage } from '../reasons/database-damage.js'

/**
 * `kill`: the process ends at any moment. `full disk`: the file cannot grow. `clock back`, `clock ahead`: the machine's
 * clock is set, and set right again.
 */
export const DRILL_FAULTS = ['kill', 'full disk', 'clock back', 'clock ahead'] as const
export type DrillFault = (typeof DRILL_FAULTS)[number]

/** What one fault did. All but the times are numbers of samples. */
export interface FaultAccount {
  readonly fault: DrillFault
  /** How many ticks were hit. */
  readonly hits: number
  /** How often the fault came between two ticks and hit none, which happens to kills. */
  readonly misses: number
  /** The sum of `stored`, all `gaps` and what is neither, which is lost. */
  readonly due: number
  readonly stored: number
  readonly gaps: readonly (readonly [GapReason, number])[]
  /**
   * Neither stored nor in a gap, or reported as stored and not there, or missing from a tick that was not hit. A gap of a
   * tick that was hit is not lost: that time could not be measured.
   */
  readonly lost: number
  /** What the check of the whole copy found afterwards and was not damaged before; null if there is nothing. */
  readonly damage: string | null
  /** The longest time from a hit to the next stored tick, in milliseconds; null if no tick was hit. */
  readonly recoveryMs: number | null
}

export interface DrillReport {
  /** Samples and games of the copy before the drill. */
  readonly samples: number | null
  readonly games: number | null
  /** What was damaged in the database before the drill began; null if it was sound. */
  readonly damageBefore: DatabaseDamage | null
  readonly faults: readonly FaultAccount[]
}

export interface DrillOptions {
  readonly kills: number
  readonly signal: AbortSignal
  /** `done` and `total` are of this part only. */
  readonly onProgress: (part: DrillFault | 'copy' | 'check', done: number, total: number) => void
}

export interface Drill {
  run(options: DrillOptions): Promise<DrillReport>
}
