// Keeps the numbers of the hour in the store too, so that the first answer after a start does not compute those of thousands of
// games again. All rows are read once, when the first of them is asked for. A row is used only where it follows from the same:
// the method, the plan, what managers marked, and the past of the universe, whose rewriting deletes the row in the same
// transaction. New numbers are written together, some time after they were computed; what a crash loses is computed again.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import type { Clock } from '../../../domain/clock.js'
import { HOUR_MINUTES, minuteOf, WEEK_HOURS } from '../../../domain/clock.js'
import type { Hour } from '../../../domain/insights/usual/hourly-means.js'
import type {
  HourlyNumbers,
  HourlyNumbersPlace,
  HourlyNumbersStore,
} from '../../../domain/insights/usual/hourly-numbers.js'
import type { EventSource } from '../../../domain/ports/events.js'

/** Rows that are read, or written, between two turns of the event loop. */
const SAVED_READ_BATCH_SIZE = 500
const SAVED_WRITE_BATCH_SIZE = 50
const SAVE_DELAY_MS = 1_000

export interface SavedHour {
  readonly hour: Hour
  readonly numbers: readonly number[]
}

export interface HourToSave extends Omit<HourlyNumbers, 'data'> {
  readonly numbers: readonly number[]
  /** Whether it would still be computed from the same. */
  readonly isCurrent: () => boolean
}

interface Deps {
  readonly store: { readonly events: EventSource; readonly hourlyNumbers: HourlyNumbersStore }
  readonly clock: Clock
}

export class SavedHours {
  private readonly found = new Map<string, HourlyNumbers>()
  private readonly waiting = new Map<string, HourToSave>()
  private readonly rewritten = new Set<number>()
  private isOutdated = false
  private reading: Promise<void> | undefined
  private isRead = false
  private timer: NodeJS.Timeout | undefined
  private writing: Promise<void> | undefined

  constructor(private readonly deps: Deps) {
    deps.store.events.subscribe((event) => {
      if (event.type === 'changes missed') this.isOutdated = true
      if (event.type === 'history rewritten' && !this.isOutdated) this.rewritten.add(event.universeId)
    })
  }

  /** Undefined once the rows of before the start were read. */
  beforeRead(): Promise<void> | undefined {
    if (this.isRead) return undefined
    // Where they cannot be read, everything is computed.
    this.reading ??= this.readAll()
      .catch(() => undefined)
      .then(() => {
        this.isRead = true
      })
    return this.reading
  }

  /** What was stored before the start, at most once; undefined where it follows from something else. */
  take(place: HourlyNumbersPlace, basis: string): SavedHour | undefined {
    const key = keyOf(place)
    const row = this.found.get(key)
    this.found.delete(key)
    if (row === undefined || this.isOutdated || this.rewritten.has(place.universeId)) return undefined
    if (row.universeId !== place.universeId || row.basis !== basis) return undefined
    const numbers = numbersOf(row)
    return numbers && { hour: row.hour, numbers }
  }

  save(hour: HourToSave): void {
    this.waiting.set(keyOf(hour), hour)
    this.timer ??= setTimeout(() => {
      this.writing = this.write()
    }, SAVE_DELAY_MS).unref()
  }

  /** Writes what waits. */
  async close(): Promise<void> {
    clearTimeout(this.timer)
    await this.writing
    await this.write()
  }

  private async readAll(): Promise<void> {
    const { hourlyNumbers } = this.deps.store
    let last: HourlyNumbersPlace | undefined
    for (;;) {
      const rows = await hourlyNumbers.after(last, SAVED_READ_BATCH_SIZE)
      for (const row of rows) this.found.set(keyOf(row), row)
      last = rows.at(-1)
      if (last === undefined || rows.length < SAVED_READ_BATCH_SIZE) break
      await yieldToEventLoop()
    }
    const hour = Math.floor(minuteOf(this.deps.clock.now()) / HOUR_MINUTES)
    await hourlyNumbers.removeBefore(hour - WEEK_HOURS)
  }

  private async write(): Promise<void> {
    try {
      while (this.waiting.size > 0) {
        const hours = [...this.waiting.values()].slice(0, SAVED_WRITE_BATCH_SIZE)
        for (const hour of hours) this.waiting.delete(keyOf(hour))
        const current = hours.filter(({ isCurrent }) => isCurrent())
        if (current.length > 0) await this.deps.store.hourlyNumbers.put(current.map(rowOf))
        await yieldToEventLoop()
      }
    } catch {
      // The disk is full, or the store was closed: these numbers are computed again.
      this.waiting.clear()
    } finally {
      this.timer = undefined
    }
  }
}

const keyOf = ({ gameId, kind }: HourlyNumbersPlace): string => `${kind} ${gameId}`

/** The checksum covers the whole row, so that a damaged one is computed again. */
const checksumOf = (
  { universeId, gameId, kind, hour, basis }: Omit<HourlyNumbers, 'data'>,
  numbers: Uint8Array,
): number => crc32([universeId, gameId, kind, hour, basis].join(' '), crc32(numbers))

function rowOf({ universeId, gameId, kind, hour, basis, numbers }: HourToSave): HourlyNumbers {
  const row = { universeId, gameId, kind, hour, basis }
  const values = new Uint8Array(Float64Array.from(numbers).buffer)
  const data = Buffer.alloc(values.length + 4)
  data.set(values)
  data.writeUInt32LE(checksumOf(row, values), values.length)
  return { ...row, data }
}

function numbersOf(row: HourlyNumbers): readonly number[] | undefined {
  // A copy, because floating-point numbers must begin at a multiple of 8 bytes.
  const bytes = Uint8Array.from(row.data)
  const length = bytes.length - 4
  if (length < 0 || length % 8 !== 0) return undefined
  const values = bytes.subarray(0, length)
  const stored = new DataView(bytes.buffer).getUint32(length, true)
  return stored === checksumOf(row, values) ? [...new Float64Array(bytes.buffer, 0, length / 8)] : undefined
}
