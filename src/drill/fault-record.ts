// Collects what happened during one fault of a drill, and sums it up in the end.
import type { Minute } from '../domain/clock.js'
import { GAP_REASONS, type GapReason } from '../domain/gap.js'
import type { DrillFault, FaultAccount } from '../domain/ports/drill.js'
import type { MinuteAccount, WorkerMessage } from './messages.js'

export class FaultRecord {
  /** The ticks that the fault kept from storing samples. */
  private readonly hit = new Set<Minute>()
  private readonly reported = new Map<Minute, number>()
  private inFlight: Minute | undefined
  private misses = 0
  private hitAt: number | undefined
  private recoveryMs: number | null = null
  private minutes: readonly MinuteAccount[] = []
  /** The last tick that began. */
  last: Minute | undefined

  constructor(
    private readonly fault: DrillFault,
    private readonly now: () => number,
  ) {}

  note(message: WorkerMessage): void {
    if (message.type === 'counted') this.minutes = message.minutes
    if (message.type === 'begun') {
      this.last = message.minute
      this.inFlight = message.minute
      if (message.isHit) this.addHit(message.minute)
    }
    if (message.type === 'failed') this.addHit(message.minute)
    if (message.type === 'stored') this.noteStored(message.minute, message.sampled)
  }

  /** To be called when the process has ended. */
  noteKill(): void {
    this.hitAt ??= this.now()
    if (this.inFlight === undefined) this.misses++
    else this.hit.add(this.inFlight)
    this.inFlight = undefined
  }

  private addHit(minute: Minute): void {
    this.inFlight = undefined
    this.hit.add(minute)
    this.hitAt = this.now()
  }

  private noteStored(minute: Minute, sampled: number): void {
    this.inFlight = undefined
    this.reported.set(minute, sampled)
    if (this.hit.has(minute) || this.hitAt === undefined) return
    this.recoveryMs = Math.max(this.recoveryMs ?? 0, this.now() - this.hitAt)
    this.hitAt = undefined
  }

  summary(damage: string | null): FaultAccount {
    const gaps = new Map<GapReason, number>()
    let [due, stored, lost] = [0, 0, 0]
    for (const minute of this.minutes) {
      due += minute.due
      stored += minute.stored
      for (const [reason, count] of minute.gaps) gaps.set(reason, (gaps.get(reason) ?? 0) + count)
      lost += this.lostOf(minute)
    }
    const { fault, hit, misses, recoveryMs } = this
    return {
      fault,
      hits: hit.size,
      misses,
      due,
      stored,
      gaps: GAP_REASONS.flatMap((reason) => {
        const count = gaps.get(reason)
        return count === undefined ? [] : [[reason, count] as const]
      }),
      lost,
      damage,
      recoveryMs: recoveryMs === null ? null : Math.round(recoveryMs),
    }
  }

  private lostOf({ minute, due, stored, gaps }: MinuteAccount): number {
    if (!this.hit.has(minute)) return due - stored
    const explained = gaps.reduce((sum, [, count]) => sum + count, 0)
    return Math.max(due - stored - explained, (this.reported.get(minute) ?? 0) - stored, 0)
  }
}
