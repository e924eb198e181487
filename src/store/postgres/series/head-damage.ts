// The head rows whose bytes this process could not decode. All reads go on without them, as without a damaged segment, and the damage
// of their universe names them. Their partition stays, because not all of its rows are in segments.
import type { Minute } from '../../../domain/clock.js'
import type { Log } from '../../../domain/ports/events.js'
import { clip } from '../../../domain/rules/damage.js'
import type { Span } from '../../../domain/rules/span.js'
import type { DamageMemory } from '../../../series/tables/segments.js'

export interface DamagedHeadRow {
  readonly universeId: number
  readonly minute: Minute
  readonly error: Error
}

export class HeadDamage {
  private readonly universes = new Map<number, Set<Minute>>()

  constructor(
    private readonly memory: DamageMemory,
    private readonly log: Log | undefined,
  ) {}

  /** What a read found of these universes: all other rows of the span can be read, or are not there any more. */
  note(universeIds: readonly number[], { from, until }: Span, found: readonly DamagedHeadRow[]): void {
    if (this.universes.size === 0 && found.length === 0) return
    const before = new Set(universeIds.flatMap((id) => this.of(id).map((minute) => `${id} ${minute}`)))
    const now = new Set(found.map(({ universeId, minute }) => `${universeId} ${minute}`))
    for (const universeId of universeIds)
      for (const minute of this.of(universeId))
        if (minute >= from && minute < until && !now.has(`${universeId} ${minute}`)) this.forget(universeId, minute)
    for (const row of found) if (!before.has(`${row.universeId} ${row.minute}`)) this.add(row)
  }

  /** Ascending, one for each row. */
  within(universeId: number, span: Span): Span[] {
    const minutes = this.of(universeId).sort((a, b) => a - b)
    return clip(
      minutes.map((minute) => ({ from: minute, until: minute + 1 })),
      span,
    )
  }

  private of(universeId: number): Minute[] {
    return [...(this.universes.get(universeId) ?? [])]
  }
  private add({ universeId, minute, error }: DamagedHeadRow): void {
    const minutes = this.universes.get(universeId)
    if (minutes === undefined)
      this.log?.error({ universeId, minute, err: error }, 'Samples of the last hours are damaged and cannot be read.')
    this.universes.set(universeId, (minutes ?? new Set()).add(minute))
    this.memory.version++
  }
  private forget(universeId: number, minute: Minute): void {
    const minutes = this.universes.get(universeId)
    minutes?.delete(minute)
    if (minutes?.size === 0) this.universes.delete(universeId)
    this.memory.version++
  }
}
