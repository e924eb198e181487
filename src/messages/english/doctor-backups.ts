// The texts of the doctor about scheduled backups.
import type { BackupFacts, KnownRestoreTest } from '../../domain/reasons/doctor-findings.js'
import { ageText } from './durations.js'

/** What was found; and what to do, or null if nothing is needed. */
export type FindingText = readonly [found: string, advice: string | null]

export const backupTexts: { readonly [Name in keyof BackupFacts]: (facts: BackupFacts[Name]) => FindingText } = {
  'backups off': () => [
    'Scheduled backups are off. To turn them on, set BACKUP_DIR to a folder on another disk.',
    null,
  ],
  'backup folder unusable': ({ folder, problem }) => {
    if (problem.kind === 'missing')
      return [`BACKUP_DIR: ${folder} is missing.`, 'Create it, or mount its disk; Headcount does not create it.']
    if (problem.kind === 'no folder')
      return [`BACKUP_DIR: ${folder} is no folder.`, 'Set BACKUP_DIR to a folder on another disk.']
    return [
      `BACKUP_DIR: ${folder} cannot be written to (${problem.errorCode}).`,
      'See that it and its disk may be written to by the user who runs Headcount.',
    ]
  },
  'no backup yet': ({ folder }) => [
    `There is no copy in ${folder} yet.`,
    'The service writes one soon after its start. If it runs, its log says what keeps it from that.',
  ],
  'backups gone': ({ folder, ageMs }) => [
    `There is no copy in ${folder}, although one was made ${ageText(ageMs)} ago.`,
    'See that its disk is mounted.',
  ],
  'restore test failed': ({ folder, copy, testAgeMs }) => [
    `${copy === undefined ? 'A copy' : `The copy ${copy}`} in ${folder} did not pass the restore test ${ageText(testAgeMs)} ago.`,
    'See the log and that disk, and make a backup elsewhere by hand: npm run -s cli -- backup FILE.',
  ],
  'restore test without room': ({ folder, copy, roomFolder, testAgeMs, ageMs }) => [
    `The newest copy in ${folder} is ${ageText(ageMs)} old. The copy ${copy} could not be restored as a test ${ageText(testAgeMs)} ago, because ${roomFolder} has not enough room.`,
    `Make room on the disk of ${roomFolder}. The service tries again every 10 minutes.`,
  ],
  'backups failing': ({ folder, ageMs }) => [
    `The last copy could not be made; the newest in ${folder} is ${ageText(ageMs)} old.`,
    'The log of the service says why. It tries again every 10 minutes.',
  ],
  'backups damaged': ({ folder, ageMs }) => [
    `The newest copy in ${folder}, ${ageText(ageMs)} old, holds the damage of the database.`,
    'What the doctor says of the data comes first. Older copies are kept until a whole one is made.',
  ],
  'backups late': ({ folder, ageMs }) => [
    `The newest copy in ${folder} is ${ageText(ageMs)} old, older than BACKUP_EVERY allows.`,
    'Start the service with npm start. If it runs, its log says what keeps it from making copies.',
  ],
  backups: ({ folder, ageMs, restoreTest }) => [
    `The newest copy in ${folder} is ${ageText(ageMs)} old. ${testText(restoreTest)}`,
    null,
  ],
}

function testText(test: KnownRestoreTest): string {
  if (test === undefined) return 'None has been restored as a test yet.'
  if (test === 'service hangs')
    return 'Whether one passed the restore test is not known while the service does not answer.'
  if (test === 'database not read')
    return 'Whether one passed the restore test is not known, because the database cannot be read.'
  return `The restore test passed ${ageText(test)} ago.`
}
