// Text of digits and plain letters, written into one buffer that is used again and again: a string for every number would
// cost more than all the rest of an export.
import { DAY_MINUTES, dayOf, HOUR_MINUTES, isoOfDay, type Minute } from '../domain/clock.js'

/** More than a row ever takes. */
const ROOM = 1_024
/** A write for each row would cost an HTTP response more than the rows themselves. */
const PIECE = 100_000
const ZERO = 48
const SEVEN_DIGITS = 10_000_000

export class AsciiWriter {
  private bytes = Buffer.allocUnsafe(PIECE + 2 * ROOM)
  private length = 0
  private day = Number.NaN
  private date: Uint8Array = new Uint8Array(0)

  /** To be asked before each row: whether `take` is due. */
  get isFull(): boolean {
    return this.length >= PIECE
  }
  take(): string {
    const text = this.bytes.toString('latin1', 0, this.length)
    this.length = 0
    return text
  }
  put(ascii: Uint8Array): void {
    for (let at = 0; at < ascii.length; at++) this.bytes[this.length++] = ascii[at] ?? 0
  }
  /** Whole numbers from 0 digit by digit, others as JavaScript writes them. */
  number(value: number): void {
    if (value >= 0 && value < SEVEN_DIGITS && Number.isInteger(value)) this.small(value)
    else if (value >= 0 && Number.isSafeInteger(value)) this.large(value)
    else this.put(ascii(`${value}`))
  }
  /** `YYYY-MM-DDTHH:MM:00.000Z` (contract §3). */
  timestamp(minute: Minute): void {
    const day = dayOf(minute)
    if (day !== this.day) {
      this.day = day
      this.date = ascii(`${isoOfDay(day)}T`)
    }
    const ofDay = minute - day * DAY_MINUTES
    const hour = Math.floor(ofDay / HOUR_MINUTES)
    this.put(this.date)
    this.pair(hour)
    this.bytes[this.length++] = COLON
    this.pair(ofDay - hour * HOUR_MINUTES)
    this.put(SECONDS)
  }

  private pair(value: number): void {
    const tens = (value / 10) | 0
    this.bytes[this.length++] = ZERO + tens
    this.bytes[this.length++] = ZERO + value - tens * 10
  }
  private small(value: number): void {
    const digits =
      value < 1_000
        ? value < 10
          ? 1
          : value < 100
            ? 2
            : 3
        : value < 10_000
          ? 4
          : value < 100_000
            ? 5
            : value < 1_000_000
              ? 6
              : 7
    this.padded(value, digits)
  }
  private large(value: number): void {
    const high = Math.floor(value / SEVEN_DIGITS)
    if (high < SEVEN_DIGITS) this.small(high)
    else this.large(high)
    this.padded(value - high * SEVEN_DIGITS, 7)
  }
  private padded(value: number, digits: number): void {
    const { bytes } = this
    let rest = value | 0
    for (let at = this.length + digits - 1; at >= this.length; at--) {
      const tenth = (rest / 10) | 0
      bytes[at] = ZERO + rest - tenth * 10
      rest = tenth
    }
    this.length += digits
  }
}

export const ascii = (text: string): Uint8Array => Buffer.from(text, 'latin1')

const COLON = 58
const SECONDS = ascii(':00.000Z')
