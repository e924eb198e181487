// Requests long lists of ids in batches, a few concurrently. The batch size is halved when the platform rejects a batch as too long.
import { PlatformFailure } from './failure.js'

/** PLATFORM-1: 50 universes per request for details and votes. */
const BATCH_SIZE = 50
/** For each address from which calls leave. */
const CONCURRENCY = 8
/** More would hold too many answers in memory at once. */
const MAX_CONCURRENCY = 64
/** PLATFORM-1: the error code of "Too many universe IDs were requested." */
const TOO_MANY_IDS_CODE = 9

export class Batches {
  private maxIds = BATCH_SIZE

  constructor(private readonly addresses: number) {}

  /** The most ids that a request takes. */
  get size(): number {
    return this.maxIds
  }

  /** Runs `ask` over all ids. Passes the ids and the error of a failed batch to `onFailure`, and continues with the other batches. */
  async each(
    ids: readonly number[],
    ask: (batch: readonly number[]) => Promise<void>,
    onFailure: (batch: readonly number[], error: unknown) => void,
  ): Promise<void> {
    const queue = toBatches(ids, this.maxIds)
    const worker = async (): Promise<void> => {
      for (let batch = queue.shift(); batch; batch = queue.shift()) {
        try {
          await ask(batch)
        } catch (error) {
          if (isTooMany(error) && batch.length > 1) queue.unshift(...toBatches(batch, this.halve(batch.length)))
          else onFailure(batch, error)
        }
      }
    }
    const workers = Math.min(CONCURRENCY * this.addresses, MAX_CONCURRENCY, Math.max(1, queue.length))
    await Promise.all(Array.from({ length: workers }, worker))
  }

  private halve(length: number): number {
    this.maxIds = Math.min(this.maxIds, Math.max(1, Math.floor(length / 2)))
    return this.maxIds
  }
}

const isTooMany = (error: unknown): boolean =>
  error instanceof PlatformFailure && error.status === 400 && error.code === TOO_MANY_IDS_CODE

export function toBatches<T>(list: readonly T[], size: number): T[][] {
  const batches: T[][] = []
  for (let start = 0; start < list.length; start += size) batches.push(list.slice(start, start + size))
  return batches
}
