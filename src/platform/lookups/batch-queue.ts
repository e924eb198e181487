// Collects single lookups into one batch call (LEGACY-7: only batch calls, never one call per item).
import { setTimeout as sleep } from 'node:timers/promises'
import { PlatformFailure } from '../failure.js'
import type { Deadline } from '../outgoing/deadline.js'

const BATCH_DELAY_MS = 10

export interface Batch<Key, Row> {
  readonly rows: ReadonlyMap<Key, Row>
  /** False where a row could not be read, so that a missing item is not known to be unknown. */
  readonly isWhole: boolean
}

interface BatchedCall<Key, Row> {
  /** The platform's limit of ids per call. */
  readonly maxIds: number
  deadline(): Deadline
  ask(keys: readonly Key[], deadline: Deadline): Promise<Batch<Key, Row>>
}

interface PendingLookup<Key, Row> {
  readonly key: Key
  readonly deadline: Deadline
  resolve(row: Row | undefined): void
  reject(error: unknown): void
}

export class BatchQueue<Key, Row> {
  private waiting: PendingLookup<Key, Row>[] = []
  private isRunning = false

  constructor(private readonly call: BatchedCall<Key, Row>) {}

  get(key: Key): Promise<Row | undefined> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ key, deadline: this.call.deadline(), resolve, reject })
      if (!this.isRunning) void this.run()
    })
  }

  /** One call runs at a time; lookups that arrive while it waits for its turn join the next call. */
  private async run(): Promise<void> {
    this.isRunning = true
    while (this.waiting.length > 0) {
      if (this.waiting.length < this.call.maxIds) await sleep(BATCH_DELAY_MS)
      await this.serve(this.waiting.splice(0, this.call.maxIds))
    }
    this.isRunning = false
  }

  private async serve(batch: readonly PendingLookup<Key, Row>[]): Promise<void> {
    const [oldest] = batch
    if (!oldest) return
    try {
      const keys = [...new Set(batch.map(({ key }) => key))]
      const { rows, isWhole } = await this.call.ask(keys, oldest.deadline)
      for (const { key, resolve, reject } of batch) {
        if (rows.has(key) || isWhole) resolve(rows.get(key))
        else reject(new PlatformFailure('garbage', "A row of the platform's answer is not of the expected form."))
      }
    } catch (error) {
      if (!isBadBatch(error) || batch.length === 1) {
        for (const { reject } of batch) reject(error)
        return
      }
      // The batch is too long, or one id makes it fail, so its halves are requested separately.
      const half = Math.ceil(batch.length / 2)
      await this.serve(batch.slice(0, half))
      await this.serve(batch.slice(half))
    }
  }
}

const isBadBatch = (error: unknown): boolean => error instanceof PlatformFailure && error.status === 400
