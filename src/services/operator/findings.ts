// The findings of the doctor: pure functions that turn observations into results with advice.

import { type Clock, dayOf, isoOfDay, isoOfMinute, isoOfMs, MINUTE_MS, msOf } from '../../domain/clock.js'
import type { LostSamples, SeriesSize } from '../../domain/ports/series.js'
import type { Inspection } from '../../domain/ports/upkeep.js'
import { MIB } from '../../domain/rounding.js'
import { MAX_AHEAD_MINUTES, MAX_CLOCK_SKEW_MS } from '../../domain/time/clock-check.js'
import { overdueFrom, type TickSchedule } from '../../domain/time/tick-schedule.js'
import { OVERDUE, type PartState } from '../reading/check-health.js'
import { type Finding, ok, warning, wrong } from './examine.js'
import type { VerificationResult } from './verify-store.js'

const GIB = 1024 * MIB

export const checkConfiguration = (problems: readonly string[]): Finding =>
  problems.length === 0
    ? ok('Every variable has a value of its kind.')
    : wrong(problems.join(' '), 'Correct it in .env or the environment. The service does not start like this.')

export function checkDatabase(seen: Inspection): Finding {
  const { file, schema, expectedSchema, damage, writeProblem } = seen
  if (!seen.exists)
    return warning(`${file} is not there yet.`, 'npm start makes it; if it was there, restore a backup.')
  if (seen.notOwn !== null) {
    return wrong(`${file} ${seen.notOwn}.`, 'Set DATABASE_URL to another file. This one is left as it is.')
  }
  if (damage !== null) return wrong(`${file} is damaged: ${damage}.`, 'Stop the service and restore a backup.')
  if (schema > expectedSchema) {
    const found = `${file} is of a newer Headcount (schema ${schema}; this one knows ${expectedSchema}).`
    return wrong(found, 'Update the program, or restore a backup from before.')
  }
  if (writeProblem !== null) {
    const advice = 'See that the disk has room and that the file and its folder belong to the user who runs Headcount.'
    return wrong(`${file} cannot be written to: ${writeProblem}.`, advice)
  }
  if (schema === 0) return warning(`${file} is empty.`, 'npm start fills it; if it held a database, restore a backup.')
  if (schema < expectedSchema) {
    const found = `${file} has schema ${schema}; this program works with ${expectedSchema}.`
    return warning(found, 'The next start of the service copies it and brings it up to date.')
  }
  const sizes = `${sizeText(seen.bytes)}, ${sizeText(seen.unusedBytes)} of it free`
  const sound = `${file}: sound, writable, schema ${schema}, ${sizes}.`
  if ((seen.mode & OTHER_PERMISSION_BITS) === 0) return ok(sound)
  const mode = `0${seen.mode.toString(8)}`
  return warning(`${sound} Other users of this machine may read or change it (mode ${mode}).`, `chmod 600 ${file}*`)
}

/** All chmod bits of the group and of others. */
const OTHER_PERMISSION_BITS = 0o077

export interface SeriesFindings {
  /** Undefined if there was not enough time to read everything. */
  readonly lost: readonly LostSamples[] | undefined
  /** Undefined if a damaged page makes it unreadable. */
  readonly size: SeriesSize | undefined
  /** The result of the service's verification in the background; null if it has not verified the store yet. */
  readonly verified?: VerificationResult | null
  /** True if a page of the file itself is damaged, so that nothing can be written there. */
  readonly isFileBroken?: boolean
}

/** Reports damage by universe and time; the rest of the series can still be read. */
export function checkSeries({ lost, size, verified, isFileBroken = false }: SeriesFindings): Finding {
  const last = verified === undefined ? '' : ` ${verifiedText(verified)}`
  if (lost === undefined) return checkVerification(verified ?? null)
  if (lost.length > 0) {
    const samples = lost.reduce((sum, one) => sum + (one.what === 'removed samples' ? 0 : (one.samples ?? 0)), 0)
    const count = `${lost.length} ${lost.length === 1 ? 'week' : 'weeks'} of a universe`
    const what = `Damage in ${count}, with ${samples} samples lost: ${listText(lost, lost.length)}.`
    if (lost.every((one) => one.what === 'removed samples'))
      return wrong(what + last, 'No account reads them any more. See that the disk is sound; a backup may have them.')
    return wrong(what + last, `${repairAdvice(lost, isFileBroken)} All else is served as before.`)
  }
  if (size === undefined)
    return warning(`Every week can be read; how many samples there are is not known.${last}`, 'See the database above.')
  const each =
    size.samples === 0 ? '' : `, ${(size.bytes / size.samples).toFixed(1)} bytes each with all that belongs to them`
  const growth = `It grows by ${sizeText(size.bytesADay)} a day (${size.samplesADay} samples)`
  const leaving = `retention gives back ${sizeText(size.leavingBytes)} within 30 days.`
  const isRepaired = verified != null && (verified.lostWeeks > 0 || verified.fileDamage !== null)
  return ok(
    `${size.samples} samples${each}. ${growth}; ${leaving}${last}${isRepaired ? ' All of it can be read now.' : ''}`,
  )
}

/** Used if the store is too large to be read completely during the check. */
function checkVerification(verified: VerificationResult | null): Finding {
  const found = `There was not the time to read every week. ${verifiedText(verified)}`
  if (verified === null)
    return warning(found, 'Let the service run: it verifies the store in the background, once a day.')
  const { fileDamage, lost } = verified
  return fileDamage === null && lost.length === 0 ? ok(found) : wrong(found, repairAdvice(lost, fileDamage !== null))
}

function repairAdvice(lost: readonly LostSamples[], isFileBroken: boolean): string {
  const isImportable = lost.some(({ what, universeId }) => what === 'samples' && universeId !== null)
  if (isFileBroken)
    return 'Stop the service and restore a backup: a page of the file is broken, and cannot be written to.'
  return isImportable ? 'Restore a backup, or import these days again from an export.' : 'Restore a backup.'
}

function verifiedText(verified: VerificationResult | null): string {
  if (verified === null) return 'Not verified by the service yet.'
  const { at, fileDamage, lostWeeks } = verified
  const when = `Last verified ${isoOfMs(at)}`
  if (fileDamage === null && lostWeeks === 0) return `${when}: nothing damaged.`
  return `${when}: ${foundText(verified)}`
}

/** A description of what a verification found; empty if it found nothing. */
export function foundText({ fileDamage, lostWeeks, lost }: VerificationResult): string {
  const file = fileDamage === null ? [] : [`the file is damaged (${fileDamage})`]
  const weeks = `${lostWeeks} ${lostWeeks === 1 ? 'week' : 'weeks'} of a universe damaged: ${listText(lost, lostWeeks)}`
  return `${[...file, ...(lostWeeks === 0 ? [] : [weeks])].join('; ')}.`
}

function listText(lost: readonly LostSamples[], count: number): string {
  const listed = lost.slice(0, MAX_LISTED).map(lostText).join('; ')
  return count > MAX_LISTED ? `${listed}; and ${count - MAX_LISTED} more` : listed
}

/** A longer list would not help a person who imports the samples again. */
const MAX_LISTED = 20

function lostText({ universeId, from, until, what, samples }: LostSamples): string {
  if (what === 'samples of a minute') return `all universes at ${isoOfMinute(from)} (${samples ?? 'unknown'})`
  const whose = universeId === null ? 'a universe that is not named any more' : `universe ${universeId}`
  const week = `${whose}, ${isoOfDay(dayOf(from))} to ${isoOfDay(dayOf(until) - 1)}`
  if (what === 'removed samples') return `${week} (${samples ?? 'unknown'} removed samples, which cannot be restored)`
  return what === 'samples' ? `${week} (${samples ?? 'unknown'})` : `${week} (the peaks and sums of its days)`
}

export function checkClock(skewMs: number | null): Finding {
  if (skewMs === null) {
    const found =
      'The platform stated no time, so this clock is unknown: while it is, nothing is thinned out or deleted.'
    return warning(found, 'See the platform below. The service compares its clock with every answer.')
  }
  const found = `This clock is ${Math.abs(skewMs / 1_000).toFixed(0)} s ${skewMs > 0 ? 'behind' : 'ahead of'} the platform's.`
  return Math.abs(skewMs) <= MAX_CLOCK_SKEW_MS
    ? ok(found)
    : wrong(
        `${found} Beyond 2 minutes nothing is sampled, thinned out or deleted.`,
        'Set the clock, and keep it right with NTP (timedatectl set-ntp true).',
      )
}

export function checkDisk(freeBytes: number): Finding {
  const found = `${sizeText(freeBytes)} are free where the database lies.`
  if (freeBytes < 100 * MIB) return wrong(found, 'Make room now: without it nothing can be stored.')
  return freeBytes < GIB ? warning(found, 'Make room soon, or move the database (DATABASE_URL).') : ok(found)
}

export interface LastTickContext {
  readonly clock: Clock
  readonly schedule: TickSchedule
  /** The state that the running service reports; undefined if no service answers. */
  readonly poller: PartState | undefined
}

export function checkLastTick(seen: Inspection, { clock, schedule, poller }: LastTickContext): Finding {
  const start = 'Start the service with npm start. If it runs, its log says what keeps it from sampling.'
  if (poller?.state === OVERDUE) {
    const found = `The service that runs says that sampling is overdue. ${poller.detail ?? ''}`.trim()
    return wrong(found, 'See the database and the disk above, and its log. If they are in order, restart it.')
  }
  if (seen.damage !== null || seen.notOwn !== null)
    return warning('Not known: the database cannot be read.', 'See the database above.')
  if (seen.lastTick === null) return warning('There has been no tick yet.', start)
  const ageMs = clock.now() - msOf(seen.lastTick)
  if (ageMs < -MAX_AHEAD_MINUTES * MINUTE_MS) {
    const found = `The last tick is noted for ${isoOfMinute(seen.lastTick)}, which lies in the future: this clock is wrong, or was.`
    return warning(
      found,
      'See the clock above. Once it is right and the platform answers, the service moves this back.',
    )
  }
  const found = `The last tick was ${ageText(ageMs)} ago.`
  const overdue = overdueFrom(schedule, seen.lastTick)
  if (overdue === undefined || clock.now() <= msOf(overdue)) return withHeadroom(found, poller?.headroom)
  return warning(`${found} By POLL_CRON, the next one is more than three intervals overdue.`, start)
}

/** With less headroom there is a warning: an account may add this many universes before the next look at the doctor. */
const MIN_HEADROOM = 100

function withHeadroom(found: string, headroom: number | undefined): Finding {
  if (headroom === undefined) return ok(found)
  const text = `${found} There is time for ${headroom} more ${headroom === 1 ? 'universe' : 'universes'} in a tick.`
  if (headroom >= MIN_HEADROOM) return ok(text)
  return warning(text, 'Add no more games than that: those beyond would get gaps. Move some to another installation.')
}

/** Discord's response to the bot's token. */
export type TokenCheckResult =
  | { readonly outcome: 'known'; readonly name: string; readonly id?: string | undefined }
  | { readonly outcome: 'rejected' }
  | { readonly outcome: 'unreachable'; readonly why: string }

export function checkTokenAnswer(answer: TokenCheckResult | undefined): Finding {
  if (answer === undefined) {
    return ok('The bot is off. To turn it on, set DISCORD_TOKEN (in .env or the environment) and start again.')
  }
  if (answer.outcome === 'known') return ok(`Discord knows the token: the bot is ${answer.name}.`)
  if (answer.outcome === 'rejected') {
    const advice = 'Set DISCORD_TOKEN to the bot token from the developer portal; a reset there ends the old one.'
    return wrong('Discord does not know this token.', advice)
  }
  return wrong(
    `Discord cannot be reached: ${answer.why}.`,
    'See the network, the proxy and DISCORD_API_URL. The bot tries again by itself.',
  )
}

export function sizeText(bytes: number): string {
  if (bytes >= GIB) return `${(bytes / GIB).toFixed(1)} GiB`
  return bytes >= MIB ? `${(bytes / MIB).toFixed(1)} MiB` : `${Math.ceil(bytes / 1024)} KiB`
}

function ageText(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / MINUTE_MS))
  if (minutes < 120) return `${minutes} min`
  return minutes < 2_880 ? `${Math.floor(minutes / 60)} hours` : `${Math.floor(minutes / 1_440)} days`
}
