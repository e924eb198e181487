// Remembers reports of the past. A report reads seven weeks of samples, and does not change unless the past does.

import { LRUCache } from 'lru-cache'
import { type Clock, type Minute, minuteOf } from '../../../domain/clock.js'
import type { NoteRead } from '../../../domain/ports/activity.js'

/** A report takes about 3 kB. */
const MAX_REPORTS = 1_000
/** The samples and the counts of the last minutes may still be on their way. */
const REPORT_SETTLING_MINUTES = 10

export class ReportCache<Report extends object> {
  private readonly known = new LRUCache<string, Promise<Report>>({ max: MAX_REPORTS })

  constructor(
    private readonly clock: Clock,
    private readonly onRead: NoteRead,
  ) {}

  /** The key must change with everything that the report follows from. */
  of(key: string, dueAt: Minute, make: () => Promise<Report>): Promise<Report> {
    const known = this.known.get(key)
    this.onRead(known !== undefined)
    if (known !== undefined) return known
    const report = make()
    if (minuteOf(this.clock.now()) < dueAt + REPORT_SETTLING_MINUTES) return report
    this.known.set(key, report)
    report.catch(() => this.known.delete(key))
    return report
  }
}
