// Records why ticks of this process stored nothing, until that can be stored. For due time without a record, the
// process was not running: after a kill, only what the note has is known.
import type { Minute } from '../../domain/clock.js'
import type { GapReason } from '../../domain/gap.js'
import type { MissedNote } from '../../domain/ports/store.js'

/** A week of minutes: of a longer failure, only the newest part keeps its reason. */
const MAX_MISSED_MINUTES = 10_080

export class MissedTicks {
  private readonly reasons = new Map<Minute, GapReason>()

  /** False while the note may be missing or have minutes. */
  private isNoteEmpty = false

  constructor(private readonly missedNote: MissedNote | undefined) {
    this.note(missedNote?.read() ?? [], 'not stored')
  }

  /** Notes ticks that failed where the next process finds them, too. */
  noteFailed(minute: Minute): void {
    this.note([minute], 'not stored')
    const failed = [...this.reasons].filter(([, reason]) => reason === 'not stored').map(([minute]) => minute)
    this.missedNote?.write(failed.sort((a, b) => a - b))
    this.isNoteEmpty = false
  }

  note(minutes: readonly Minute[], reason: Extract<GapReason, 'late' | 'not stored'>): void {
    for (const minute of minutes) this.reasons.set(minute, reason)
    for (const minute of this.reasons.keys()) {
      if (this.reasons.size <= MAX_MISSED_MINUTES) break
      this.reasons.delete(minute)
    }
  }

  /** The recorded reasons of the minutes `from` ≤ m < `until`, ascending. */
  between(from: Minute, until: Minute): (readonly [Minute, GapReason])[] {
    return [...this.reasons].filter(([minute]) => minute >= from && minute < until).sort(([a], [b]) => a - b)
  }

  /** Must be called when a tick was stored, together with all due time before it. */
  clear(): void {
    this.reasons.clear()
    if (!this.isNoteEmpty) this.missedNote?.write([])
    this.isNoteEmpty = true
  }
}
