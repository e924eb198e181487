// The messages between a drill and its child process.
import { z } from 'zod'
import { type Minute, minuteOf } from '../domain/clock.js'
import { GAP_REASONS } from '../domain/gap.js'

/** Ticks under one condition. */
export interface DrillPhase {
  readonly ticks: number
  /** It ends earlier after so many failed ticks. */
  readonly maxFailures?: number
  /** How far the clock of the process is ahead of the platform's; negative if it is behind. */
  readonly clockAheadMinutes?: number
  /** The file may not grow beyond its size at the beginning. */
  readonly isDiskFull?: boolean
}

export interface DrillTask<Config> {
  /** The configuration of the service; databases and platforms in it are replaced. */
  readonly config: Config
  readonly file: string
  readonly firstMinute: Minute
  readonly phases: readonly DrillPhase[]
  /** If it is given, all that was due from this minute on is counted at the end. */
  readonly countFrom?: Minute
}

const count = z.number().int().min(0)
const minuteAccount = z.object({
  minute: count,
  due: count,
  stored: count,
  gaps: z.array(z.tuple([z.enum(GAP_REASONS), count])),
})
/** What was due at one minute. */
export type MinuteAccount = z.output<typeof minuteAccount>

export const workerMessage = z.discriminatedUnion('type', [
  /** A tick begins. `isHit`: its condition keeps it from storing samples. */
  z.object({ type: z.literal('begun'), minute: count, isHit: z.boolean() }),
  z.object({ type: z.literal('stored'), minute: count, sampled: count }),
  z.object({ type: z.literal('failed'), minute: count }),
  z.object({ type: z.literal('counted'), minutes: z.array(minuteAccount) }),
  z.object({ type: z.literal('done') }),
  /** No game of the database is sampled. */
  z.object({ type: z.literal('nothing due') }),
  z.object({ type: z.literal('broken'), cause: z.string() }),
])
export type WorkerMessage = z.output<typeof workerMessage>

export const nextMinute = (now: number): Minute => minuteOf(now) + 1
