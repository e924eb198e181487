// The texts of the doctor: what it found, and what the operator should do about it.
import { dayOf, isoOfDay, isoOfMinute, isoOfMs } from '../../domain/clock.js'
import type { AddressState } from '../../domain/ports/platform.js'
import type { SeriesSize } from '../../domain/ports/series.js'
import type { LostSamples } from '../../domain/reasons/database-damage.js'
import type {
  CheckName,
  DoctorFacts,
  DoctorStatement,
  FindingName,
  VerifiedDamage,
} from '../../domain/reasons/doctor-findings.js'
import { MIB } from '../../domain/rounding.js'
import { backupTexts, type FindingText } from './doctor-backups.js'
import { SEE_DATABASE, tickTexts } from './doctor-ticks.js'
import { expiryText } from './durations.js'

const GIB = 1024 * MIB
/** From so many on, their bytes say more than those of empty tables. */
const MIN_MEASURED_SAMPLES = 10_000
/** What to do where another file, or none, lies where the service opened its database. */
/** Headcount compares two clocks only, so it cannot know which of them is wrong. */
export const CHECK_CLOCKS =
  "Compare this machine's with a third one: if it is wrong, set it and keep it right with NTP (timedatectl set-ntp true); if not, wait for Roblox."

export const SAVE_MOVED =
  'Save it first: npm run -s cli -- backup COPY. Then stop the service, move the file back or restore COPY, and start it.'
const RESTART =
  'See its log, then stop it (kill -9 where it ends no other way: no stored sample is lost) and start it again.'

/** What to do if the check itself fails. */
export const checkAdvice: Readonly<Record<CheckName, string>> = {
  service: RESTART,
  configuration: 'See .env and the environment.',
  database:
    'See that the file can be read, or that the server of DATABASE_URL runs and lets Headcount in; a large file may take longer than the doctor waits.',
  series: SEE_DATABASE,
  retention: SEE_DATABASE,
  clock: 'See the platform below.',
  disk: 'See that the folder of the database can be read.',
  backups: 'See that the folder of BACKUP_DIR can be read.',
  platform:
    'See the network, the proxy and PLATFORM_URL. Meanwhile gaps are noted, and nothing is lost that was stored.',
  addresses: 'See POLLER_ADDRESSES, and that the network lets each address reach the platform.',
  discord: 'See the network, the proxy and DISCORD_API_URL.',
  'last tick': SEE_DATABASE,
  processes: SEE_DATABASE,
}

export const lateCheck = (seconds: number): string => `There was no answer within ${seconds} s.`

const FINDING_TEXTS: { readonly [Name in FindingName]: (facts: DoctorFacts[Name]) => FindingText } = {
  'not known': () => ['Not known.', SEE_DATABASE],
  'configuration sound': () => ['Every variable has a value of its kind.', null],
  'configuration wrong': ({ problems }) => [
    problems.join(' '),
    'Correct it in .env or the environment. The service does not start like this.',
  ],
  'service hangs': () => ['A service runs and does not answer.', RESTART],

  'database missing': ({ file }) => [
    `${file} is not there yet.`,
    'npm start makes it; if it was there, restore a backup.',
  ],
  'database moved': ({ file }) => [
    `${file} is not the file that the service has open: it was moved, replaced or deleted.`,
    SAVE_MOVED,
  ],
  'database of others': ({ file, problem }) => [
    `${file} ${problem}.`,
    'Set DATABASE_URL to another file. This one is left as it is.',
  ],
  'database damaged': ({ file, damage }) => [
    `${file} is damaged: ${damage}.`,
    'Stop the service and restore a backup.',
  ],
  'database newer': ({ file, schema, expectedSchema }) => [
    `${file} is of a newer Headcount (schema ${schema}; this one knows ${expectedSchema}).`,
    'Update the program, or restore a backup from before.',
  ],
  'database not writable': ({ file, problem }) => [
    `${file} cannot be written to: ${problem}.`,
    'See that the disk has room and is mounted for writing, and that the file and its folder belong to the user who runs Headcount.',
  ],
  'database empty': ({ file }) => [`${file} is empty.`, 'npm start fills it; if it held a database, restore a backup.'],
  'database older': ({ file, schema, expectedSchema }) => [
    `${file} has schema ${schema}; this program works with ${expectedSchema}.`,
    'The next start of the service copies it and brings it up to date.',
  ],
  'database sound': ({ file, schema, bytes, unusedBytes, mode }) => {
    const sizes = `${sizeText(bytes)}, ${sizeText(unusedBytes)} of it free`
    const sound = `${file}: sound, writable, schema ${schema}, ${sizes}.`
    if (mode === undefined) return [sound, null]
    const others = `Other users of this machine may read or change it (mode 0${mode.toString(8)}).`
    return [`${sound} ${others}`, `chmod 600 ${file}*`]
  },

  'series damaged': ({ lost, isFileBroken, verified }) => {
    const samples = lost.reduce((sum, one) => sum + (one.what === 'removed samples' ? 0 : (one.samples ?? 0)), 0)
    const count = weeksOf(lost.length, lost)
    const what = `Damage in ${count}, with ${samples} samples lost: ${listText(lost, lost.length)}.`
    const found = what + lastText(verified)
    if (lost.every((one) => one.what === 'removed samples'))
      return [found, 'No account reads them now. See that the disk is sound; a backup may have them.']
    return [found, `${repairAdvice(lost, isFileBroken)} All else is served as before.`]
  },
  'series readable': ({ verified }) => [
    `Every week can be read; how many samples there are is not known.${lastText(verified)}`,
    SEE_DATABASE,
  ],
  'series sound': ({ size, verified }) => {
    const each =
      size.samples < MIN_MEASURED_SAMPLES
        ? ''
        : `, ${(size.bytes / size.samples).toFixed(1)} bytes each with all that belongs to them`
    const growth = growthText(size)
    const leaving = `retention gives back ${sizeText(size.leavingBytes)} within 30 days.`
    const repaired = verified != null && isDamaged(verified) ? ' All of it can be read now.' : ''
    return [`${size.samples} samples${each}. ${growth}; ${leaving}${lastText(verified)}${repaired}`, null]
  },
  'series not read': ({ verified }) => {
    const found = `There was not the time to read every week. ${verifiedText(verified)}`
    if (verified === null) return [found, 'Let the service run: it verifies the store in the background, once a day.']
    const { lost, fileDamage } = verified
    return [found, isDamaged(verified) ? repairAdvice(lost, fileDamage !== null) : null]
  },
  'series with service': () => ['Not known: the service that owns the database hangs.', 'See the service above.'],
  'removed samples': ({ samples, bytes, maxBytes, expires, waitsForRoom, isRemovalOff }) => {
    const used = `${sizeText(bytes)} of ${sizeText(maxBytes)} are in use`
    const found =
      expires === null
        ? `No removed samples are kept: ${used}.`
        : `${samples} removed samples can be restored: ${used}. With a correct clock, ${expiryText(expires)}.`
    if (isRemovalOff) return [`${found} Retention removes nothing, because REMOVED_SAMPLES_MAX_MIB is 0.`, null]
    if (!waitsForRoom) return [found, null]
    return [
      `${found} Retention waits until there is room for more.`,
      'Nothing is lost. To go on at once, set REMOVED_SAMPLES_MAX_MIB higher, if the disk has room, and start again.',
    ]
  },

  'clock unchecked': () => [
    'The platform stated no time, so this clock is unknown: while it is, nothing is thinned out or deleted.',
    'See the platform below. The service compares its clock with every answer.',
  ],
  'clock checked': ({ skewMs, isFar }) => {
    const found = `This clock is ${Math.abs(skewMs / 1_000).toFixed(0)} s ${skewMs > 0 ? 'behind' : 'ahead of'} the platform's.`
    if (!isFar) return [found, null]
    return [
      `${found} Beyond 2 minutes nothing is sampled, thinned out or deleted.`,
      `One of the two is wrong. ${CHECK_CLOCKS}`,
    ]
  },
  'disk free': ({ freeBytes, need }) => [
    `${sizeText(freeBytes)} are free where the database lies.`,
    {
      none: null,
      soon: 'Make room soon, or move the database (DATABASE_URL).',
      now: 'Make room now, before nothing can be stored.',
    }[need],
  ],
  ...backupTexts,
  'shared work': ({ processes, unheldShards, minutesBehind, unheldGatewayShards: unopened }) => {
    const parts = processes.map(({ name, shards, tasks, gatewayShards }) => {
      const opened = gatewayShards.length === 0 ? [] : [`Discord's gateway shards ${gatewayShards.join(' ')}`]
      return `${[`${name} samples ${shards} of 64 shards`, ...tasks, ...opened].join(', ')}.`
    })
    const behind = minutesBehind === undefined ? '' : ` The last shard is ${minutesBehind} minutes behind.`
    const found = `${parts.join(' ')}${behind}`.trim()
    if (unheldShards > 0)
      return [`${found} Nobody samples ${unheldShards} shards.`.trim(), 'Start a process with the role poller.']
    if (unopened.length === 0) return [found, null]
    return [
      `${found} Nobody opens Discord's gateway shards ${unopened.join(' ')}.`.trim(),
      'Start a process with the role bot, and the token of the bot.',
    ]
  },
  'disk of the server': () => ['The database lies on the disk of its server, which this does not see.', null],
  'platform answers': () => ['The platform answers.', null],
  addresses: ({ addresses, isLive }) => {
    const list = addresses.map(addressText).join('; ')
    const failing = addresses.filter(({ state }) => state === 'failing').length
    const found = isLive ? `By the running service: ${list}.` : `By one call from each: ${list}.`
    if (failing === 0) return [found, null]
    const advice = 'See the network: ip address, ip rule, the firewall.'
    if (failing === addresses.length) return [found, `${advice} Nothing is sampled until one of them works.`]
    return [found, `${advice} The others carry its universes until it works again, which the service notices.`]
  },
  'bot off': () => [
    'The bot is off. To turn it on, set DISCORD_TOKEN (in .env or the environment) and start again.',
    null,
  ],
  'token known': ({ name }) => [`Discord knows the token: the bot is ${name}.`, null],
  'token rejected': () => [
    'Discord does not know this token.',
    'Set DISCORD_TOKEN to the bot token from the developer portal; a reset there ends the old one.',
  ],
  'Discord unreachable': ({ why }) => [
    `Discord cannot be reached: ${why}.`,
    'See the network, the proxy and DISCORD_API_URL. The bot tries again by itself.',
  ],

  ...tickTexts,
}

export function findingText<Name extends FindingName>({ name, facts }: DoctorStatement<Name>) {
  const [found, advice] = FINDING_TEXTS[name](facts)
  return { found, advice }
}

const ADDRESS_STATE_TEXTS: Readonly<Record<AddressState['state'], string>> = {
  waiting: 'not used yet',
  running: 'works',
  limited: 'limited by the platform',
  failing: 'fails',
}

function addressText({ address, state, universesLeft, detail }: AddressState): string {
  const left = universesLeft === undefined ? '' : `, ${universesLeft} universes left in this minute`
  const why = detail === undefined ? '' : ` (${detail.replace(/\.$/, '')})`
  return `${address} ${ADDRESS_STATE_TEXTS[state]}${why}${left}`
}

function growthText({ samplesADay, bytesADay }: SeriesSize): string {
  if (samplesADay === 0) return 'It does not grow, because no game is sampled'
  if (bytesADay > 0) return `It grows by ${sizeText(bytesADay)} a day (${samplesADay} samples)`
  return `It gets ${samplesADay} samples a day; what they take is known once the first hours are compressed`
}

export function sizeText(bytes: number): string {
  if (bytes >= GIB) return `${(bytes / GIB).toFixed(1)} GiB`
  return bytes >= MIB ? `${(bytes / MIB).toFixed(1)} MiB` : `${Math.ceil(bytes / 1024)} KiB`
}

const isDamaged = ({ fileDamage, lostWeeks }: VerifiedDamage): boolean => fileDamage !== null || lostWeeks > 0

function weeksOf(count: number, lost: readonly LostSamples[]): string {
  const universes = new Set(lost.map(({ universeId }) => universeId))
  return `${count} ${count === 1 ? 'week' : 'weeks'} of ${universes.size > 1 ? 'universes' : 'a universe'}`
}

/** A description of what a verification found; it must have found something. */
export function damageText({ fileDamage, lostWeeks, lost }: Omit<VerifiedDamage, 'at'>): string {
  const file = fileDamage === null ? [] : [`the file is damaged (${fileDamage})`]
  const weeks = `${weeksOf(lostWeeks, lost)} damaged: ${listText(lost, lostWeeks)}`
  return `${[...file, ...(lostWeeks === 0 ? [] : [weeks])].join('; ')}.`
}

function verifiedText(verified: VerifiedDamage | null): string {
  if (verified === null) return 'Not verified by the service yet.'
  return `Last verified ${isoOfMs(verified.at)}: ${isDamaged(verified) ? damageText(verified) : 'nothing damaged.'}`
}

const lastText = (verified: VerifiedDamage | null | undefined): string =>
  verified === undefined ? '' : ` ${verifiedText(verified)}`

function repairAdvice(lost: readonly LostSamples[], isFileBroken: boolean): string {
  const isImportable = lost.some(({ what, universeId }) => what === 'samples' && universeId !== null)
  if (isFileBroken)
    return 'Stop the service and restore a backup: a page of the file is broken, and cannot be written to.'
  return isImportable ? 'Restore a backup, or import these days again from an export.' : 'Restore a backup.'
}

/** A longer list would not help a person who imports the samples again. */
const MAX_LISTED = 20

function listText(lost: readonly LostSamples[], count: number): string {
  const listed = lost.slice(0, MAX_LISTED).map(lostText).join('; ')
  return count > MAX_LISTED ? `${listed}; and ${count - MAX_LISTED} more` : listed
}

function lostText({ universeId, from, until, what, samples }: LostSamples): string {
  if (what === 'samples of a minute') return `all universes at ${isoOfMinute(from)} (${samples ?? 'unknown'})`
  const whose = universeId === null ? 'a universe that is no longer named' : `universe ${universeId}`
  const week = `${whose}, ${isoOfDay(dayOf(from))} to ${isoOfDay(dayOf(until) - 1)}`
  if (what === 'removed samples') return `${week} (${samples ?? 'unknown'} removed samples, which cannot be restored)`
  return what === 'samples' ? `${week} (${samples ?? 'unknown'})` : `${week} (the peaks and sums of its days)`
}
