// Remembers one value for each universe and view of it, the least recently used ones up to a limit, until its past
// changes.
import type { NoteRead } from '../../../domain/ports/activity.js'
import type { EventSource } from '../../../domain/ports/events.js'

/**
 * With 3.4 kB each, of which the hours are 2.8 kB: 17 MB for the players, and four times that for the totals. They are
 * extended each hour; others are read again in tens of milliseconds.
 */
const MAX_UNIVERSES = 5_000
/** The plans and metrics of one universe. */
const MAX_VIEWS = 12

type Views<Value> = Map<string, Promise<Value>>

export class SeriesCache<Value> {
  /** The most recently used universe is the last. */
  private readonly universes = new Map<number, Views<Value>>()

  constructor(
    events: EventSource,
    private readonly onRead: NoteRead,
  ) {
    events.subscribe((event) => {
      if (event.type === 'history rewritten') this.universes.delete(event.universeId)
      if (event.type === 'changes missed') this.universes.clear()
    })
  }

  /**
   * `make` gets the remembered value, if there is one, and returns the next one; calls for one view run one after the
   * other. A value that became stale while it was made is returned to those who wait, and not remembered.
   */
  of(universeId: number, view: string, make: (known: Value | undefined) => Promise<Value>): Promise<Value> {
    const views = this.viewsOf(universeId)
    const before = views.get(view)
    this.onRead(before !== undefined)
    const value = before === undefined ? make(undefined) : before.then(make)
    if (before === undefined && views.size >= MAX_VIEWS) views.clear()
    views.set(view, value)
    value.catch(() => {
      if (views.get(view) === value) views.delete(view)
    })
    return value
  }

  private viewsOf(universeId: number): Views<Value> {
    const views: Views<Value> = this.universes.get(universeId) ?? new Map<string, Promise<Value>>()
    this.universes.delete(universeId)
    this.universes.set(universeId, views)
    const [oldest] = this.universes.keys()
    if (this.universes.size > MAX_UNIVERSES && oldest !== undefined) this.universes.delete(oldest)
    return views
  }
}
