// The doctor's finding about the samples that retention removed.
import { HOUR_MS } from '../../domain/clock.js'
import type { RemovedSamples } from '../../domain/ports/removed-samples.js'
import { type Finding, ok, warning } from './examine.js'
import { sizeText } from './findings.js'

export function reportRemoved({ samples, bytes, maxBytes, expires, waitsForRoom }: RemovedSamples): Finding {
  const used = `${sizeText(bytes)} of ${sizeText(maxBytes)} are in use`
  const found =
    expires === null
      ? `No removed samples are kept: ${used}.`
      : `${samples} removed samples can be restored: ${used}. With a correct clock, ${expiryText(expires)}.`
  if (maxBytes === 0) return ok(`${found} Retention removes nothing, because REMOVED_SAMPLES_MAX_MIB is 0.`)
  if (!waitsForRoom) return ok(found)
  return warning(
    `${found} Retention waits until there is room for more.`,
    'Nothing is lost. To go on at once, set REMOVED_SAMPLES_MAX_MIB higher, if the disk has room, and start again.',
  )
}

function expiryText({ firstInMs, lastInMs }: NonNullable<RemovedSamples['expires']>): string {
  const [first, last] = [timeLeft(firstInMs), timeLeft(lastInMs)]
  return first === last ? `they expire in ${first}` : `the first expire in ${first}, the last in ${last}`
}

/** Rounded down, so that a person who relies on it is not late. */
function timeLeft(milliseconds: number): string {
  const hours = Math.floor(milliseconds / HOUR_MS)
  if (hours < 1) return 'less than an hour'
  return hours < 48 ? `${hours} ${hours === 1 ? 'hour' : 'hours'}` : `${(Math.floor(hours / 2.4) / 10).toFixed(1)} days`
}
