// Reads a line of samples as exports write it, in one pass over its characters and without making strings of its fields. Any
// other line, also every wrong one, is left to the exact reader, so a line is read here as it is there or not at all.
import { DAY_MINUTES, HOUR_MINUTES } from '../../domain/clock.js'
import { byMeasure, MEASURE_NAMES, MEASURES } from '../../domain/measures.js'
import type { Sample } from '../../domain/sample.js'
import { isId } from '../../domain/universe.js'
import { TIME_COLUMN, UNIVERSE_COLUMN } from './read-header.js'

const [ZERO, COMMA] = [48, 44]
const DATE_LENGTH = 'YYYY-MM-DD'.length
const MINUTE_LENGTH = 'YYYY-MM-DDTHH:MM'.length
/** Numbers with up to this many digits are exact as doubles. */
const MAX_EXACT_DIGITS = 15
const MISSING_VALUE = -1
const UNREADABLE_VALUE = -2

/** Copying an object of this form is faster than adding its fields one by one. */
const BLANK = { universeId: 0, minute: 0, ...byMeasure(MEASURE_NAMES, () => null) }

export class PlainLineReader {
  /** Lines in order of time repeat a date up to 1,440 times. */
  private date = codesOf('?')
  private day = 0
  private at = 0
  /** By column after the time: the measure, or undefined where the column is none. */
  private readonly measures: readonly ((typeof MEASURES)[number] | undefined)[]
  private readonly universe: number
  private readonly values: Float64Array
  /** Other files are left to the exact reader. */
  private readonly beginsWithTime: boolean

  constructor(
    header: readonly string[],
    private readonly parseDay: (date: string) => number | undefined,
  ) {
    const [first, ...columns] = header
    this.beginsWithTime = first === TIME_COLUMN
    this.measures = columns.map((column) => MEASURES.find((measure) => measure.column === column))
    this.universe = columns.indexOf(UNIVERSE_COLUMN)
    this.values = new Float64Array(columns.length)
  }

  /** Undefined for a line of any other form. The line lies in `bytes`, without its end, before `end`. */
  read(bytes: Uint8Array, from: number, end: number): Sample | undefined {
    const begin = from + MINUTE_LENGTH + TIME_END.length
    const minute = this.beginsWithTime && begin <= end ? this.minuteOf(bytes, from) : UNREADABLE_VALUE
    if (minute === UNREADABLE_VALUE) return undefined
    this.at = begin
    const last = this.values.length - 1
    for (let column = 0; column <= last; column++) {
      const value = this.number(bytes, end)
      if (value === UNREADABLE_VALUE) return undefined
      this.values[column] = value
      if (this.at < end !== column < last) return undefined
      this.at++
    }
    return this.sampleAt(minute)
  }

  private minuteOf(bytes: Uint8Array, from: number): number {
    if (!has(bytes, from + MINUTE_LENGTH, TIME_END) || bytes[from + DATE_LENGTH] !== T) return UNREADABLE_VALUE
    if (!has(bytes, from, this.date)) {
      const date = String.fromCharCode(...bytes.subarray(from, from + DATE_LENGTH))
      const day = this.parseDay(date)
      if (day === undefined || day < 0) return UNREADABLE_VALUE
      this.date = codesOf(date)
      this.day = day
    }
    const time = from + DATE_LENGTH + 1
    const [hour, minute] = [twoDigits(bytes, time), twoDigits(bytes, time + 3)]
    const isTime = hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 && bytes[time + 2] === COLON
    return isTime ? this.day * DAY_MINUTES + hour * HOUR_MINUTES + minute : UNREADABLE_VALUE
  }

  /** Reads digits up to a comma or the end. */
  private number(bytes: Uint8Array, end: number): number {
    const begin = this.at
    let [at, value] = [begin, 0]
    for (; at < end; at++) {
      const code = bytes[at] as number
      if (code === COMMA) break
      const digit = code - ZERO
      if (digit < 0 || digit > 9) return UNREADABLE_VALUE
      value = value * 10 + digit
    }
    this.at = at
    if (at - begin > MAX_EXACT_DIGITS) return UNREADABLE_VALUE
    return at === begin ? MISSING_VALUE : value
  }

  private sampleAt(minute: number): Sample | undefined {
    const universeId = this.values[this.universe] ?? MISSING_VALUE
    if (!isId(universeId)) return undefined
    const read: Record<string, number | null> = { ...BLANK, universeId, minute }
    for (let column = 0; column < this.measures.length; column++) {
      if (column === this.universe) continue
      const value = this.values[column] ?? MISSING_VALUE
      const measure = this.measures[column]
      if (measure === undefined) {
        if (value !== MISSING_VALUE) return undefined
      } else {
        if (value === MISSING_VALUE && !measure.nullable) return undefined
        read[measure.name] = value === MISSING_VALUE ? null : value
      }
    }
    const sample = read as Sample
    return (sample.likes === null) === (sample.dislikes === null) ? sample : undefined
  }
}

function has(bytes: Uint8Array, at: number, codes: Uint8Array): boolean {
  for (let index = 0; index < codes.length; index++) if (bytes[at + index] !== codes[index]) return false
  return true
}

const codesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))

const TIME_END = codesOf(':00.000Z,')
const T = 'T'.charCodeAt(0)
const COLON = ':'.charCodeAt(0)

function twoDigits(bytes: Uint8Array, at: number): number {
  const [tens, ones] = [(bytes[at] ?? 0) - ZERO, (bytes[at + 1] ?? 0) - ZERO]
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? MISSING_VALUE : 10 * tens + ones
}
