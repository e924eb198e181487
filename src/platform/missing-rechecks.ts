// A normal universe now and then comes as a placeholder in a batch; asked singly it does not (PLATFORM-9).
import { existence, isProvenHidden } from './existence.js'
import { type MissingReason, reasonOf } from './failure.js'
import type { Deadline, PlatformHttp } from './http.js'
import { askDetails } from './rows.js'
import type { GameDetailsRow } from './schemas.js'

/** At most so many in a tick: a platform that hides many must not eat the budget. */
const LOOKS = 100
const CONCURRENCY = 4

interface DetailsResult {
  readonly details: Map<number, GameDetailsRow>
  readonly missing: Map<number, MissingReason>
  /** Shown until now, and now in a batch of which nothing at all was shown: that may be the platform's own trouble. */
  readonly doubtful: ReadonlySet<number>
}

export class MissingRechecks {
  /** What a missing universe was found to be; the one looked at longest ago stands first. */
  private readonly verdicts = new Map<number, MissingReason>()

  constructor(private readonly http: PlatformHttp) {}

  /** Universes that never had a look come first, then those whose look is the oldest: everyone gets a turn. */
  async take(ids: readonly number[], deadline: Deadline, found: DetailsResult): Promise<void> {
    // What is shown again is not missing for its old reason when it is missing the next time.
    for (const id of this.verdicts.keys()) if (found.details.has(id)) this.verdicts.delete(id)
    const asked = new Set(ids)
    const fresh = ids.filter((id) => !this.verdicts.has(id))
    const known = [...this.verdicts.keys()].filter((id) => asked.has(id))
    const order = [...fresh, ...known]
    for (const id of order.slice(LOOKS)) found.missing.set(id, this.verdicts.get(id) ?? 'platform error')
    const queue = order.slice(0, LOOKS)
    const worker = async (): Promise<void> => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
        const seen = await this.look(id, deadline, found.doubtful.has(id)).catch(reasonOf)
        this.verdicts.delete(id)
        if (typeof seen === 'object') found.details.set(id, seen)
        else {
          found.missing.set(id, seen)
          this.verdicts.set(id, seen)
        }
      }
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  }

  private async look(id: number, deadline: Deadline, isDoubtful: boolean): Promise<GameDetailsRow | MissingReason> {
    const { rows, unreadable } = await askDetails(this.http, [id], deadline)
    const row = rows.find((candidate) => candidate.id === id)
    if (row) return row
    if (unreadable > 0) return 'platform error'
    const universe = await existence(this.http, id, deadline)
    if (!universe) return 'gone'
    // Where other universes are shown, one that is not is hidden. Where none is, only the platform's word for it counts.
    if (!isDoubtful || (await isProvenHidden(this.http, universe, deadline))) return 'hidden'
    return 'platform error'
  }
}
