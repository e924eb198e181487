// Checks missing universes one by one: a normal universe sometimes comes as a placeholder in a batch, but not alone (PLATFORM-9).
import { isProvenHidden, readExistence } from './existence.js'
import { type MissingReason, reasonOf } from './failure.js'
import type { PlatformHttp } from './http.js'
import type { Deadline } from './outgoing/deadline.js'
import { askDetails } from './rows.js'
import type { GameDetailsRow } from './schemas/universes.js'

/** The maximum number of checks per tick, so that many hidden universes cannot use up the rate limit. */
const MAX_CHECKS_PER_TICK = 100
const CONCURRENCY = 4

interface DetailsResult {
  readonly details: Map<number, GameDetailsRow>
  readonly missing: Map<number, MissingReason>
  /** Universes that were shown before and are now in a batch without a single shown universe, which may be a failure of the platform. */
  readonly unconfirmed: ReadonlySet<number>
}

export class MissingRechecks {
  /** The reason found for each missing universe; the one checked longest ago comes first. */
  private readonly reasons = new Map<number, MissingReason>()

  constructor(private readonly http: PlatformHttp) {}

  /** Universes that were never checked come first, then those checked longest ago. */
  async recheck(ids: readonly number[], deadline: Deadline, found: DetailsResult): Promise<void> {
    // A universe that is shown again loses its old reason, which may not apply the next time.
    for (const id of this.reasons.keys()) if (found.details.has(id)) this.reasons.delete(id)
    const requested = new Set(ids)
    const fresh = ids.filter((id) => !this.reasons.has(id))
    const known = [...this.reasons.keys()].filter((id) => requested.has(id))
    const order = [...fresh, ...known]
    for (const id of order.slice(MAX_CHECKS_PER_TICK)) found.missing.set(id, this.reasons.get(id) ?? 'platform error')
    const queue = order.slice(0, MAX_CHECKS_PER_TICK)
    const worker = async (): Promise<void> => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
        const result = await this.check(id, deadline, found.unconfirmed.has(id)).catch(reasonOf)
        this.reasons.delete(id)
        if (typeof result === 'object') found.details.set(id, result)
        else {
          found.missing.set(id, result)
          this.reasons.set(id, result)
        }
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  }

  private async check(id: number, deadline: Deadline, isUnconfirmed: boolean): Promise<GameDetailsRow | MissingReason> {
    const { rows, unreadable } = await askDetails(this.http, [id], deadline)
    const row = rows.find((candidate) => candidate.id === id)
    if (row) return row
    if (unreadable > 0) return 'platform error'
    const universe = await readExistence(this.http, id, deadline)
    if (!universe) return 'gone'
    // If other universes are shown, a missing one is hidden. If none are, only an explicit status of the platform counts.
    if (!isUnconfirmed || (await isProvenHidden(this.http, universe, deadline))) return 'hidden'
    return 'platform error'
  }
}
