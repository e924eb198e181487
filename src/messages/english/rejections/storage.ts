// Failures of storage, for the operator.

import type { SecretKeySource } from '../../../domain/ports/secrets.js'
import { FILE_PROBLEMS, type FileProblem } from '../../../domain/reasons/file-problem.js'
import type { DatabaseUrlFault } from '../../../domain/reasons/operator-reasons.js'
import { damageText, SAVE_MOVED, sizeText } from '../doctor.js'
import { faultText } from './faults.js'
import type { ReasonMessages } from './requests.js'

const ANOTHER_FILE = 'Set DATABASE_URL to another file, for example file:data/headcount.db.'
const CHANGE_OWNER = 'Give it to that user (chown, chmod), or set DATABASE_URL to another file.'
const REMOUNT =
  'Mount it for writing (under systemd, see ReadWritePaths); or copy the database to another disk with the command backup, and set DATABASE_URL to the copy.'
const UNCHANGED = 'Nothing was changed.'

const ADVICE: Readonly<Record<FileProblem, string>> = {
  foreign: ANOTHER_FILE,
  'not a database': 'If it was the database of Headcount, restore a backup; else set DATABASE_URL to another file.',
  damaged: 'If it is the database of Headcount, restore a backup; else set DATABASE_URL to another file.',
  folder: 'Set DATABASE_URL to a file in it.',
  'not a file': ANOTHER_FILE,
  unreadable: CHANGE_OWNER,
}

const DATABASE_URL_FAULTS: Readonly<Record<DatabaseUrlFault, string>> = {
  'unknown scheme': 'no storage engine has this scheme.',
  'relative address': 'file:// must be followed by an absolute path of this machine.',
  'path missing': 'the path is missing.',
}

const keyAdvice = (source: SecretKeySource): string => {
  if (source.kind === 'variable')
    return 'The stored secrets were encrypted with another key than SECRET_KEY. Set the key that was used before.'
  if (source.exists)
    return `The stored secrets were encrypted with another key than that in ${source.file}. Put a copy of the right one back.`
  return `The key of the stored secrets is missing: ${source.file}. Put a copy of it back, or set SECRET_KEY.`
}

const nameOf = (file: string | undefined): string => file ?? 'The copy'

export const storageReasons = {
  'malformed database URL': ({ fault }) =>
    `DATABASE_URL: ${DATABASE_URL_FAULTS[fault]} It takes file:PATH, for example file:data/headcount.db.`,
  'database driver unfit': ({ version }) =>
    `the packages are not installed for this Node (${version}). Stop the service, type "node src/ready.mjs start" as the user who installed it, then start again.`,
  'tick stored elsewhere': ({ shards }) =>
    `Another process stored this tick of ${shards} shards; nothing was stored twice.`,
  'database unreachable': ({ cause }) => `DATABASE_URL: PostgreSQL cannot be reached: ${cause}.`,
  'database server too old': ({ found, known }) =>
    `DATABASE_URL: the server is PostgreSQL ${found}, and Headcount needs ${known} or newer.`,
  'database encoding': ({ encoding }) =>
    `DATABASE_URL: the database stores text as ${encoding}, and Headcount needs UTF8: create it with ENCODING 'UTF8'.`,
  'transaction pooler': () =>
    'DATABASE_URL leads to a connection pooler that gives each transaction another session. Headcount needs sessions of its own, for its locks: set DATABASE_URL to the server itself, or to a pooler in session mode.',
  'database in use': ({ database }) =>
    `another Headcount process works on ${database}: a service, or a command that has not ended. Stop it, or set DATABASE_URL to another file.`,
  'database held': ({ file }) =>
    `Another process has held ${file} for 10 minutes. End it, then start again. ${UNCHANGED}`,
  'database file denied': ({ file, action, isReadOnlyDisk }) =>
    isReadOnlyDisk
      ? `DATABASE_URL: ${file} lies on a disk that is mounted read-only, and SQLite writes beside a database, even to read it. ${REMOUNT}`
      : `DATABASE_URL: ${file} may not be ${action} by the user who runs Headcount. ${CHANGE_OWNER}`,
  'database fault': ({ file, errorCode, cause }) => faultText(file, errorCode, cause),
  'database damaged': ({ file, damage }) =>
    `${file} is damaged: ${damage}. Nothing in it was changed. Run the doctor, which says what can be read, and restore a backup (npm run -s cli -- restore COPY); the damaged file is kept then.`,
  'database with two names': ({ file, others }) =>
    `DATABASE_URL: ${file} has another name as well${others.length === 0 ? '' : `, ${others.join(', ')}`} (a hard link), under which a second service could write to it and destroy it. Delete one of the names; the data stay under the other. To have a copy, use the command backup. ${UNCHANGED}`,
  'database mounted alone': ({ file }) =>
    `DATABASE_URL: ${file} is mounted by itself (a bind mount of one file). The newest data are in files beside it, which would lie elsewhere and be lost. Mount the folder of the database. ${UNCHANGED}`,
  'database moved': ({ file }) =>
    `${file} is not the file that the service has open: it was moved, replaced or deleted. The file that is there now was not opened. ${SAVE_MOVED}`,
  'not our database': ({ file, problem }) =>
    `DATABASE_URL: ${file} ${FILE_PROBLEMS[problem]}. Nothing in it was changed. ${ADVICE[problem]}`,
  'database too new': ({ file, found, known }) =>
    `DATABASE_URL: ${file} was written by a newer Headcount (schema ${found}; this one knows ${known}). Update the program.`,
  'nothing to read yet': ({ file }) =>
    `There is no database at ${file} yet. The first start of the service makes it, or the first account: npm run -s cli -- account create --help. ${UNCHANGED}`,
  'database too old to read': ({ file, found, known }) =>
    `${file} has schema ${found}; this program works with ${known}. A command that only reads does not change it: start the service, which copies it and brings it up to date. ${UNCHANGED}`,
  'migration failed': ({ file, from, to, cause }) =>
    `${file} could not be brought from schema ${from} to ${to}: ${cause}. Nothing was changed: the earlier version of the program works with it as before.`,
  'migration copy failed': ({ file, cause }) =>
    `${file} could not be copied before its migration: ${cause}. ${UNCHANGED}`,
  'migration copy too large': ({ file, folder, missingBytes, old }) => {
    const advice = old === undefined ? '' : ` ${old.file}, of the last migration, may be deleted (${old.bytes} bytes).`
    return `${file} must be copied before it is brought up to date, and the disk has ${sizeText(missingBytes)} too few for that. Make room in ${folder}, then start again.${advice} ${UNCHANGED}`
  },
  'migration copy stalled': ({ file }) => `The copy of ${file} does not get on. ${UNCHANGED}`,
  'migration copy incomplete': ({ file }) => `The copy of ${file} has another size. ${UNCHANGED}`,
  'migration copy damaged': ({ file, damage }) => `The copy of ${file} is damaged: ${damage}. ${UNCHANGED}`,
  'week takes no samples': ({ day }) =>
    `The week from ${day} was thinned out under the plans' retention and takes no more samples.`,
  'broken page': ({ universeId, first, last }) =>
    `The samples of universe ${universeId} from ${first} to ${last} lie on a broken page of the database file, and nothing can be written there. Stop the service and restore a backup.`,
  'sample restore interrupted': ({ done, total }) =>
    `Stopped after ${done} of ${total} weeks. What is restored stays; repeat the command to go on.`,
  'copy damaged': ({ damage }) =>
    `The copy is damaged, and the database is not: ${damage}. See that the disk of the copy is sound, then try again.`,
  'restore of a damaged file': ({ file, damage }) =>
    `${file} is damaged: ${damageText(damage)} ${UNCHANGED} Restore another backup. If there is none, repeat the command with --damaged: it restores what can be read.`,
  'restore unreadable': ({ file, cause }) =>
    `${file} is damaged, so that nothing of it can be restored: ${cause}. ${UNCHANGED} Restore another backup.`,
  'backup of damage': ({ damage }) =>
    `The copy is complete, but it has the damage of the database: ${damageText(damage)} Keep older backups, and run the doctor, which says what to do.`,
  'copy of another program': ({ file }) => `${nameOf(file)} is not a database of Headcount.`,
  'copy too new': ({ file, found, known }) =>
    `${nameOf(file)} is of a newer Headcount (schema ${found}; this one knows ${known}). Update the program.`,
  'no file to restore': ({ file, problem }) => `${file} ${FILE_PROBLEMS[problem]}. ${UNCHANGED}`,
  'empty file to restore': ({ file }) => `${file} is empty: there is nothing to restore.`,
  'restore of itself': ({ file }) => `${file} is the database itself.`,
  'restore beside a service': ({ file }) => `A service runs on ${file}. Stop it first, then restore. ${UNCHANGED}`,
  'restore beside a process': ({ file }) => `Another process works on ${file}. Wait until it has ended. ${UNCHANGED}`,
  'no database yet': ({ file }) => `There is no database at ${file} yet: nothing to back up.`,
  'empty database': ({ file }) => `${file} is empty: nothing to back up.`,
  'no database to back up': ({ file, problem }) => `No backup was made: ${file} ${FILE_PROBLEMS[problem]}.`,
  'backup failed': ({ file, path, errorCode, cause }) =>
    `No backup was made of ${file}. ${faultText(path, errorCode, cause)}`,
  'restore failed': ({ file, path, errorCode, cause }) =>
    `${file} was not replaced. ${faultText(path, errorCode, cause)} ${UNCHANGED}`,
  'backup beside a writer': ({ file }) =>
    `No backup was made of ${file}: another process wrote to it meanwhile. Run the command where that process runs, or stop it.`,
  'backup process ended': ({ file, exitCode }) =>
    `No backup was made of ${file}: the copy ended with code ${exitCode}.`,
  'backup of the server': () =>
    'With PostgreSQL, use its own backups: pg_dump for a copy, or continuous archiving (pg_basebackup and WAL) on the server.',
  'drill of the server': () =>
    'The drill tries faults on a copy of a SQLite file. With PostgreSQL, restore a pg_dump into another database and end processes and connections there.',
  'nothing to move': ({ database }) => `There is no database of Headcount at ${database}: nothing to move.`,
  'move within an engine': () =>
    'migrate-store moves between a SQLite file and PostgreSQL. To copy a file use backup and restore, and for PostgreSQL pg_dump and pg_restore.',
  'move beside a process': ({ database }) =>
    `A service or another command works on ${database}. Stop it, then repeat the command.`,
  'move source damaged': ({ database, damage }) =>
    `${database} is damaged: ${damage}. A damaged structure cannot be moved: run the doctor, or restore a backup. ${UNCHANGED}`,
  'move target holds data': ({ database }) =>
    `${database} holds other data already. Name a file that is not there yet, or a new PostgreSQL database. ${UNCHANGED}`,
  'move differs': ({ database, table }) =>
    `Table ${table} of ${database} is not what the source has: one of the two was changed meanwhile. Do not use it; repeat the command, which begins again.`,
  'move stopped': () => 'Stopped. What was copied stays in the target; repeat the command to go on.',
  'move unfinished': () =>
    'A move to this PostgreSQL database (migrate-store) is not complete. Repeat its command to go on, or drop the database.',
  'database being moved': () =>
    'DATABASE_URL: migrate-store works on this PostgreSQL database now. Wait until it has ended.',
  'backup stopped': () => 'Stopped: no backup was made.',
  'backup of another schema': () => 'The copy has another schema than the database. Try again.',
  'backup incomplete': ({ table, copied, rows }) =>
    `The copy has ${copied} rows in ${table}, and the database ${rows}. Try again.`,
  'backup folder missing': ({ folder }) =>
    `BACKUP_DIR: ${folder} is missing. Create it, or mount its disk; Headcount does not create it.`,
  'backup folder unresponsive': () =>
    'The disk of BACKUP_DIR does not answer. See that it is mounted and, if it is a network disk, that its server runs.',
  'backup folder emptied': ({ folder, index }) =>
    `BACKUP_DIR: ${folder} no longer holds the copies that were written into it. See that its disk is mounted. If it is right, for example a new disk, create this empty file: touch ${index}. Nothing is written there until then.`,
  'backup too large': ({ folder, bytes, spareBytes, freeBytes }) =>
    `The disk of ${folder} has ${sizeText(freeBytes)} free. A copy of the database needs ${sizeText(bytes)} there, and ${sizeText(spareBytes)} must stay free beside it. Make room on that disk, or choose another folder.`,
  'restore test without room': ({ file, folder, bytes, spareBytes }) =>
    `${file} could not be restored as a test, because ${folder} has not enough room: ${sizeText(bytes)} for the restored file, and ${sizeText(spareBytes)} that must stay free beside it. Make room on that disk.`,
  'restore test failed': ({ file, cause }) => `${file} could not be restored into a temporary file: ${cause}.`,
  'check timed out': ({ file, seconds }) => `The check of ${file} took longer than ${seconds} s.`,
  'check process ended': ({ file, exitCode }) => `The check of ${file} ended with code ${exitCode}.`,
  'secret key missing': ({ source }) => `${keyAdvice(source)} ${UNCHANGED}`,
  'secret key not set': () =>
    'Several processes share the database, so that a secret is stored only with a key that each of them is given. Set SECRET_KEY to the same 32 bytes everywhere, and start again.',
  'secret damaged': ({ secret }) =>
    `The stored secret ${secret} is damaged and cannot be decrypted. Restore a backup, or remove it (secrets remove ${secret}) and enter it again.`,
  'key file malformed': ({ file }) =>
    `${file} does not hold a key: 32 bytes as base64 in one line. Put a copy of it back. ${UNCHANGED}`,
  'no other secret key': () =>
    'Every secret is encrypted with SECRET_KEY already. To change the key, set the new one as SECRET_KEY and this one as SECRET_KEY_FORMER, restart, then repeat.',
} satisfies Partial<ReasonMessages>
