// Durations in the words of the command line.
import { HOUR_MS, MINUTE_MS } from '../../domain/clock.js'

export function ageText(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / MINUTE_MS))
  if (minutes < 120) return `${minutes} min`
  return minutes < 2_880 ? `${Math.floor(minutes / 60)} hours` : `${Math.floor(minutes / 1_440)} days`
}

export function expiryText({ firstInMs, lastInMs }: { readonly firstInMs: number; readonly lastInMs: number }): string {
  const [first, last] = [timeLeft(firstInMs), timeLeft(lastInMs)]
  return first === last ? `they expire in ${first}` : `the first expire in ${first}, the last in ${last}`
}

/** Rounded down, so that a person who relies on it is not late. */
function timeLeft(milliseconds: number): string {
  const hours = Math.floor(milliseconds / HOUR_MS)
  if (hours < 1) return 'less than an hour'
  return hours < 48 ? `${hours} ${hours === 1 ? 'hour' : 'hours'}` : `${(Math.floor(hours / 2.4) / 10).toFixed(1)} days`
}
