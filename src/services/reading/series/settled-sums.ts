// Caches the sums of buckets that are over, because summing a year in another time zone decodes half a million samples.
import type { NoteRead } from '../../../domain/ports/activity.js'
import type { BucketSums } from '../../../domain/series/bucket-sums.js'

/** A year of days takes 40 kB, so all of them take at most 8 MB. */
const MAX_ENTRIES = 200
const MAX_BUCKETS = 800

export class SettledSums {
  /** The most recently used is the last. */
  private readonly known = new Map<string, Promise<BucketSums>>()

  constructor(private readonly onRead: NoteRead) {}

  /** The key must change with everything that the sums follow from. */
  of(key: string, read: () => Promise<BucketSums>): Promise<BucketSums> {
    const found = this.known.get(key)
    this.onRead(found !== undefined)
    const value = found ?? read()
    this.known.delete(key)
    this.known.set(key, value)
    value.then(
      ({ samples }) => {
        if (samples.length > MAX_BUCKETS) this.known.delete(key)
      },
      () => void this.known.delete(key),
    )
    const [oldest] = this.known.keys()
    if (this.known.size > MAX_ENTRIES && oldest !== undefined) this.known.delete(oldest)
    return value
  }
}
