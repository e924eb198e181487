// Failures of the command line, for the operator.
import type { ConnectionFault } from '../../../domain/reasons/operator-reasons.js'
import { damageText } from '../doctor.js'
import { faultText } from './faults.js'
import { UNCHANGED } from './files.js'
import type { ReasonMessages } from './requests.js'

const UNKNOWN_OUTCOME = 'Whether the command was carried out is not known: check, then try again.'

const UNREADABLE_FILES: Readonly<Record<string, (file: string) => string>> = {
  ENOENT: (file) => `There is no file ${file}.`,
  EISDIR: (file) => `${file} is a folder. Name a file in it.`,
  EACCES: (file) => `${file} cannot be read: this user may not read it.`,
}

const CONNECTION_FAULTS: Readonly<Record<ConnectionFault, string>> = {
  'no greeting': 'it did not begin with a greeting',
  'no command': 'it did not say what to run',
  'output not read': 'the command line does not read its output',
  'no reply in time': 'the command line did not answer in time',
  'command line gone': 'the command line has ended',
  'unrequested frame': 'it sent an unexpected frame',
  'malformed message': 'a message is malformed',
  'message too long': 'a message is too long',
  'malformed frame': 'a frame is malformed',
}

export const commandLineReasons = {
  'port in use': ({ port }) => `Port ${port} is in use. Give --port another one.`,
  'port denied': ({ port }) => `Port ${port} may not be opened. Give --port one above 1023.`,
  'origin unknown': () => 'PUBLIC_URL is needed where PORT is 0.',
  'command stopped': () => 'Stopped before it was done.',
  'checks failed': ({ checks }) => `Something is wrong: ${checks.join(', ')}.`,
  'drill lost samples': ({ lost, isSound }) => {
    const samples = lost === 1 ? '1 sample' : `${lost} samples`
    if (isSound) return `${samples} would have been lost. Report it with the output above.`
    return `The copy is damaged, and ${samples} would have been lost. Report it with the output above.`
  },
  'temporary folder unusable': ({ path, errorCode, cause }) =>
    `The temporary folder cannot be used. ${faultText(path, errorCode, cause)} TMPDIR names it.`,
  'drill of a damaged database': ({ damage }) =>
    `The database was damaged before the drill began: ${damageText(damage)} A drill on a copy of it would show nothing. Run the doctor, which says what to do.`,
  'damaged before the drill': () =>
    'The database was damaged before the drill began, as the output above says. Run the doctor, which says what to do.',
  'drill broken': ({ cause }) => `The drill could not go on: ${cause}. The database is untouched.`,
  'nothing due': () => 'No game is sampled, so a drill would lose nothing. Add one: game add --help.',
  'database unusable': ({ problems }) => problems.join(' '),
  'games stay paused': ({ names, count, cause }) =>
    `${count} ${count === 1 ? 'game stays' : 'games stay'} paused: ${names}. ${cause}`,
  'removed samples damaged': ({ weeks, more }) => {
    const listed = weeks.map(
      ({ universeId, day, samples }) =>
        `universe ${universeId ?? 'unknown'}, week from ${day} (${samples ?? 'number unknown'})`,
    )
    return `Removed samples are damaged and were not restored: ${listed.join('; ')}${more > 0 ? `; and ${more} more` : ''}. A backup may have them.`
  },
  'line too long': ({ file, bytesBefore, most }) =>
    `${file} has a line of more than ${most} characters, after its first ${bytesBefore} bytes. ${UNCHANGED}`,
  'file packed': ({ file, format }) => `${file} is compressed (${format}). Unpack it first. ${UNCHANGED}`,
  'folder missing': ({ folder }) => `There is no folder ${folder}.`,
  'file name taken': ({ file }) => `${file} exists already and is not overwritten. Give another name.`,
  'file unreadable': ({ file, errorCode }) =>
    UNREADABLE_FILES[errorCode]?.(file) ?? `${file} cannot be read (${errorCode}).`,
  'file not writable': ({ file, errorCode }) => `${file} cannot be written (${errorCode}).`,
  'file incomplete': ({ file }) => `${file} did not arrive completely. Try again.`,
  'command line failed': ({ text }) => text,
  'socket of another user': ({ path }) => `The service's socket ${path} is another user's. Run this as that user.`,
  'too many commands': () => 'The service already runs as many commands as it can. Try again later.',
  'other version': ({ service, commandLine }) =>
    `The running service is version ${service}, this command line is ${commandLine}. Restart the service, then try again.`,
  'service gone': () => `The service has ended. ${UNKNOWN_OUTCOME}`,
  'service unresponsive': ({ seconds }) => {
    const sign = seconds === undefined ? 'it accepts no connection' : `it has sent nothing for ${seconds} s`
    return `A service runs and does not answer: ${sign}. ${UNKNOWN_OUTCOME}`
  },
  'connection broken': ({ fault }) =>
    `The connection between the command line and the service broke: ${CONNECTION_FAULTS[fault]}.`,
} satisfies Partial<ReasonMessages>
