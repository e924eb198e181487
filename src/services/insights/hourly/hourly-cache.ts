// Remembers a few numbers of each game for the current hour, without the series that they were computed from. At the
// beginning of an hour, those of thousands of games are due at once: while many wait, the numbers of the hour before
// serve (INSIGHTS-8), so that no request waits for the games of others. They are saved, and those of before a start serve the same way.
import { LRUCache } from 'lru-cache'
import type { AccountGame } from '../../../domain/game.js'
import type { Hour } from '../../../domain/insights/usual/hourly-means.js'
import type { HourlyKind } from '../../../domain/insights/usual/hourly-numbers.js'
import type { MinuteSpan } from '../../../domain/insights/usual/readable-series.js'
import { USUAL_METHOD_CODE } from '../../../domain/insights/usual/usual.js'
import type { NoteRead } from '../../../domain/ports/activity.js'
import type { EventSource } from '../../../domain/ports/events.js'
import type { SavedHours } from './saved-hours.js'
import type { SerialWork } from './serial-work.js'

/** Half a kilobyte to a kilobyte each. */
const MAX_HOURLY_ENTRIES = 10_000
/** With this many waiting pieces of about four milliseconds each, the numbers of the hour before serve. */
const MAX_WAITING_COUNT = 8

/** What the numbers of an hour follow from, beside the samples. */
export interface HourlyBasis {
  /** The plan by which the account reads the past. */
  readonly view: string
  /** What managers marked as expected; the same object until that changes. */
  readonly excluded: readonly MinuteSpan[]
}

interface HourlyEntry<Value> extends HourlyBasis {
  readonly hour: Hour
  /** How often the past of the universe was rewritten before. */
  readonly rewriteCount: number
  value: Promise<Value>
  /** The value, once it is there. */
  found: Value | undefined
  /** The value of the hour before, until this one is there. */
  before: Value | undefined
  /** Whether the value of the hour before was read from the database: after a start, all games wait for their own at once. */
  isFromBeforeStart: boolean
}

export interface HourlyQuery extends HourlyBasis {
  readonly reader: AccountGame
  readonly hour: Hour
  /** Whether the value of the hour before may serve while many wait. */
  readonly acceptsEarlier: boolean
}

/** How a value is saved. */
export interface HourlySaving<Value> {
  readonly kind: HourlyKind
  readonly toNumbers: (value: Value) => readonly number[]
  /** Undefined where an older program saved something else. */
  readonly fromNumbers: (numbers: readonly number[], hour: Hour) => Value | undefined
}

interface Deps<Value> extends HourlySaving<Value> {
  readonly events: EventSource
  readonly work: SerialWork
  readonly onRead: NoteRead
  readonly saved: SavedHours
}

export class HourlyCache<Value extends object | null> {
  // With `max`, room for all would be reserved at once.
  private readonly entries = new LRUCache<number, HourlyEntry<Value>>({
    maxSize: MAX_HOURLY_ENTRIES,
    sizeCalculation: () => 1,
  })
  private readonly rewriteCounts = new Map<number, number>()

  constructor(private readonly deps: Deps<Value>) {
    deps.events.subscribe((event) => {
      if (event.type === 'changes missed') this.entries.clear()
      if (event.type !== 'history rewritten') return
      this.rewriteCounts.set(event.universeId, this.rewriteCountOf(event.universeId) + 1)
    })
  }

  of(query: HourlyQuery, make: () => Promise<Value>): Value | Promise<Value> {
    const reading = this.deps.saved.beforeRead()
    return reading === undefined ? this.read(query, make) : reading.then(() => this.read(query, make))
  }

  private read(query: HourlyQuery, make: () => Promise<Value>): Value | Promise<Value> {
    const known = this.knownOf(query)
    const isHit = known?.hour === query.hour
    this.deps.onRead(isHit)
    const entry = isHit ? known : this.compute(query, known, make)
    if (entry.found !== undefined) return entry.found
    const doMany = entry.isFromBeforeStart || this.deps.work.waiting > MAX_WAITING_COUNT
    const canServeEarlier = query.acceptsEarlier && doMany
    return canServeEarlier && entry.before !== undefined ? entry.before : entry.value
  }

  private compute(query: HourlyQuery, known: HourlyEntry<Value> | undefined, make: () => Promise<Value>) {
    const { reader, hour, view, excluded } = query
    const before = known?.hour === hour - 1 ? (known.found ?? known.before) : undefined
    const isFromBeforeStart = before !== undefined && known?.isFromBeforeStart === true
    const value = this.deps.work.run(make, { isUrgent: before === undefined })
    const rewriteCount = this.rewriteCountOf(reader.game.universeId)
    const basis = { hour, view, excluded, rewriteCount }
    const entry: HourlyEntry<Value> = { ...basis, before, value, found: undefined, isFromBeforeStart }
    this.entries.set(reader.game.id, entry)
    value.then(
      (found) => {
        entry.found = found
        entry.before = undefined
        entry.isFromBeforeStart = false
        this.save(query, entry, found)
      },
      () => {
        if (this.entries.peek(reader.game.id) === entry) this.entries.delete(reader.game.id)
      },
    )
    return entry
  }

  /** Undefined if the numbers would follow from something else now. */
  private knownOf(query: HourlyQuery): HourlyEntry<Value> | undefined {
    const { reader, view, excluded } = query
    const { game } = reader
    const known = this.entries.get(game.id) ?? this.savedOf(query)
    const isSame =
      known?.view === view && known.excluded === excluded && known.rewriteCount === this.rewriteCountOf(game.universeId)
    return isSame ? known : undefined
  }

  private savedOf(query: HourlyQuery): HourlyEntry<Value> | undefined {
    const { reader, hour, view, excluded } = query
    const { id: gameId, universeId } = reader.game
    const row = this.deps.saved.take({ gameId, universeId, kind: this.deps.kind }, basisTextOf(query))
    if (row === undefined || row.hour > hour) return undefined
    const found = this.deps.fromNumbers(row.numbers, row.hour)
    if (found === undefined) return undefined
    const rewriteCount = this.rewriteCountOf(universeId)
    const basis = { hour: row.hour, view, excluded, rewriteCount }
    const entry = {
      ...basis,
      value: Promise.resolve(found),
      found,
      before: undefined,
      isFromBeforeStart: row.hour < hour,
    }
    this.entries.set(gameId, entry)
    return entry
  }

  private save(query: HourlyQuery, entry: HourlyEntry<Value>, found: Value): void {
    const { id: gameId, universeId } = query.reader.game
    this.deps.saved.save({
      gameId,
      universeId,
      kind: this.deps.kind,
      hour: entry.hour,
      basis: basisTextOf(query),
      numbers: this.deps.toNumbers(found),
      isCurrent: () => this.entries.peek(gameId) === entry && entry.rewriteCount === this.rewriteCountOf(universeId),
    })
  }

  private rewriteCountOf(universeId: number): number {
    return this.rewriteCounts.get(universeId) ?? 0
  }
}

/** The same text where the same samples give the same numbers. */
const basisTextOf = ({ view, excluded }: HourlyBasis): string =>
  [USUAL_METHOD_CODE, view, ...excluded.map(({ from, until }) => `${from}-${until}`)].join(' ')
