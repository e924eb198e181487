// The texts of the doctor about scheduled backups.
import type { CopyCounts } from '../../domain/ports/backups.js'
import type { BackupFacts, KnownRestoreTest } from '../../domain/reasons/doctor-findings.js'
import { ageText } from './durations.js'

/** What was found; and what to do, or null if nothing is needed. */
export type FindingText = readonly [found: string, advice: string | null]

interface BackupPlace {
  readonly others: number
  readonly isOnDatabaseDisk: boolean
}

/** What is found and advised beside the rest. */
function placeTexts({ others, isOnDatabaseDisk }: BackupPlace, folder: string) {
  const found: string[] = []
  const advice: string[] = []
  if (others > 0) {
    found.push(
      `${copiesText(others)} in ${folder} of another database or of an earlier version; no service removes them.`,
    )
    advice.push(
      'If this is the wrong database, stop the service, then mount the disk of the right one or restore a copy. Else give each installation a folder of its own, and delete the old copies that nobody needs.',
    )
  }
  if (isOnDatabaseDisk) {
    found.push('The folder is on the disk of the database: if that disk is lost, so are the copies.')
    advice.push('Set BACKUP_DIR to a folder on another disk.')
  }
  return { found, advice }
}

const copiesText = (count: number): string => (count === 1 ? 'There is 1 copy' : `There are ${count} copies`)

const heldText = ({ samples, accounts, games }: CopyCounts): string =>
  [`samples ${samples ?? 'unknown'}`, `accounts ${accounts ?? 'unknown'}`, `games ${games ?? 'unknown'}`].join(', ')

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
  'no backup yet': ({ folder, ...place }) => {
    const { found, advice } = placeTexts(place, folder)
    const start = 'The service writes one soon after its start. If it runs, its log says what keeps it from that.'
    return [
      [
        place.others > 0 ? `There is no copy of this database in ${folder} yet.` : `There is no copy in ${folder} yet.`,
        ...found,
      ].join(' '),
      [start, ...advice].join(' '),
    ]
  },
  'copies without database': ({ folder, count, newest }) => [
    `There is no database, although ${count === 1 ? 'a copy is' : `${count} copies are`} in ${folder}.`,
    `Before the service starts, mount the disk of the database, or restore a copy: npm run -s cli -- restore ${folder}/${newest}`,
  ],
  'backups gone': ({ folder, ageMs, missingIndex }) => [
    `There is no copy in ${folder}, although one was made ${ageText(ageMs)} ago.`,
    missingIndex === undefined
      ? 'See that its disk is mounted.'
      : `See that its disk is mounted. If the folder is right, for example on a new disk: touch ${missingIndex}. Nothing is written there until then.`,
  ],
  'backups shrunken': ({ folder, before, after }) => [
    `${after.name} in ${folder} holds far less (${heldText(after.held)}) than ${before.name} before it (${heldText(before.held)}). Copies that are as old as that one stay.`,
    `If data are lost, stop the service and restore it: npm run -s cli -- restore ${folder}/${before.name}. If not, move it and those before it to another folder.`,
  ],
  'restore test failed': ({ folder, copy, testAgeMs }) => [
    `${copy === undefined ? 'A copy' : `The copy ${copy}`} in ${folder} did not pass the restore test ${ageText(testAgeMs)} ago.`,
    'See the log and that disk, and make a backup elsewhere by hand: npm run -s cli -- backup FILE.',
  ],
  'restore test unanswered': ({ folder, copy, testAgeMs }) => [
    `${copy === undefined ? 'A copy' : `The copy ${copy}`} in ${folder} could not be restored as a test ${ageText(testAgeMs)} ago, because the disk did not answer.`,
    `See the disk of ${folder}. The service tries again every 10 minutes.`,
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
  backups: ({ folder, ageMs, restoreTest, ...place }) => {
    const { found, advice } = placeTexts(place, folder)
    return [
      [`The newest copy in ${folder} is ${ageText(ageMs)} old. ${testText(restoreTest)}`, ...found].join(' '),
      advice.length === 0 ? null : advice.join(' '),
    ]
  },
}

function testText(test: KnownRestoreTest): string {
  if (test === undefined) return 'None has been restored as a test yet.'
  if (test === 'service hangs')
    return 'Whether one passed the restore test is not known while the service does not answer.'
  if (test === 'database not read')
    return 'Whether one passed the restore test is not known, because the database cannot be read.'
  return `The restore test passed ${ageText(test)} ago.`
}
