// Why storage or the command line cannot do something. Only the operator reads these texts; others learn that it failed.

import type { SecretKeySource, SecretName } from '../ports/secrets.js'
import type { DatabaseDamage } from './database-damage.js'
import type { FileProblem } from './file-problem.js'

/** For a reason that needs no facts. */
export type NoFacts = Record<never, never>

export type DatabaseUrlFault = 'unknown scheme' | 'relative address' | 'path missing'

/** What ended the connection between the command line and the service. */
export type ConnectionFault =
  | 'no greeting'
  | 'no command'
  | 'output not read'
  | 'no reply in time'
  | 'command line gone'
  | 'unrequested frame'
  | 'malformed message'
  | 'message too long'
  | 'malformed frame'

/** An error of the system or of SQLite about a file or folder. */
export interface FileFault {
  readonly path: string
  /** For example ENOSPC or SQLITE_FULL. */
  readonly errorCode: string
  readonly cause: string
}

/** `file` is a path; where it may be undefined, that is the copy which is being made. */
export interface StorageReasons {
  /** `version` is that of Node, for example v24.1.0. */
  readonly 'database driver unfit': { readonly version: string }
  readonly 'malformed database URL': { readonly fault: DatabaseUrlFault }
  /** `cause` is the sentence of the server or of the system, which never holds the password. */
  readonly 'database unreachable': { readonly cause: string }
  readonly 'tick stored elsewhere': { readonly shards: number }
  /** `found` and `known` are main versions of PostgreSQL, for example 14. */
  readonly 'database server too old': { readonly found: number; readonly known: number }
  readonly 'database encoding': { readonly encoding: string }
  readonly 'transaction pooler': NoFacts
  readonly 'database in use': { readonly database: string }
  readonly 'database held': { readonly file: string }
  readonly 'database file denied': {
    readonly file: string
    readonly action: 'written to' | 'made'
    readonly isReadOnlyDisk: boolean
  }
  /** `errorCode` and `cause` are those of SQLite. */
  readonly 'database fault': { readonly file: string; readonly errorCode: string; readonly cause: string }
  readonly 'database damaged': { readonly file: string; readonly damage: string }
  /** `others` are those in the same folder. */
  readonly 'database with two names': { readonly file: string; readonly others: readonly string[] }
  readonly 'database mounted alone': { readonly file: string }
  /** Another file is at this path than the one that is open, or none. */
  readonly 'database moved': { readonly file: string }
  readonly 'not our database': { readonly file: string; readonly problem: FileProblem }
  readonly 'nothing to read yet': { readonly file: string }
  readonly 'database too old to read': { readonly file: string; readonly found: number; readonly known: number }
  readonly 'database too new': { readonly file: string; readonly found: number; readonly known: number }
  readonly 'migration failed': {
    readonly file: string
    readonly from: number
    readonly to: number
    readonly cause: string
  }
  readonly 'migration copy failed': { readonly file: string; readonly cause: string }
  readonly 'migration copy too large': {
    readonly file: string
    readonly folder: string
    readonly missingBytes: number
    /** The copy of the migration before, which may be deleted. */
    readonly old: { readonly file: string; readonly bytes: number } | undefined
  }
  readonly 'migration copy stalled': { readonly file: string }
  readonly 'migration copy incomplete': { readonly file: string }
  readonly 'migration copy damaged': { readonly file: string; readonly damage: string }
  /** `day` is `YYYY-MM-DD`. */
  readonly 'week takes no samples': { readonly day: string }
  /** `first` and `last` are days, both inclusive, `YYYY-MM-DD`. */
  readonly 'broken page': { readonly universeId: number; readonly first: string; readonly last: string }
  readonly 'sample restore interrupted': { readonly done: number; readonly total: number }
  readonly 'copy damaged': { readonly damage: string }
  readonly 'restore of a damaged file': { readonly file: string; readonly damage: DatabaseDamage }
  readonly 'restore failed': { readonly file: string } & FileFault
  readonly 'restore unreadable': { readonly file: string; readonly cause: string }
  readonly 'backup of damage': { readonly damage: DatabaseDamage }
  readonly 'copy of another program': { readonly file: string | undefined }
  readonly 'copy too new': { readonly file: string | undefined; readonly found: number; readonly known: number }
  readonly 'no file to restore': { readonly file: string; readonly problem: FileProblem }
  readonly 'empty file to restore': { readonly file: string }
  readonly 'restore of itself': { readonly file: string }
  readonly 'restore beside a service': { readonly file: string }
  readonly 'restore beside a process': { readonly file: string }
  readonly 'no database yet': { readonly file: string }
  readonly 'empty database': { readonly file: string }
  readonly 'no database to back up': { readonly file: string; readonly problem: FileProblem }
  /** `path` is what the error is about. */
  readonly 'backup failed': { readonly file: string } & FileFault
  readonly 'backup beside a writer': { readonly file: string }
  readonly 'backup process ended': { readonly file: string; readonly exitCode: number | null }
  readonly 'backup of the server': NoFacts
  readonly 'drill of the server': NoFacts
  /** `database` is the path of a file, or the name of a database and its server, without a password. */
  readonly 'nothing to move': { readonly database: string }
  readonly 'move within an engine': NoFacts
  readonly 'move beside a process': { readonly database: string }
  readonly 'move source damaged': { readonly database: string; readonly damage: string }
  readonly 'move target holds data': { readonly database: string }
  readonly 'move differs': { readonly database: string; readonly table: string }
  readonly 'move stopped': NoFacts
  readonly 'move unfinished': NoFacts
  readonly 'database being moved': NoFacts
  readonly 'backup stopped': NoFacts
  readonly 'backup of another schema': NoFacts
  readonly 'backup incomplete': { readonly table: string; readonly copied: number; readonly rows: number }
  readonly 'backup folder missing': { readonly folder: string }
  readonly 'backup folder unresponsive': NoFacts
  /** `index` is the file that shows that the folder is the right one. */
  readonly 'backup folder emptied': { readonly folder: string; readonly index: string }
  /** `bytes` is what the copy needs, and `spareBytes` what must stay free beside it. */
  readonly 'backup too large': {
    readonly folder: string
    readonly bytes: number
    readonly spareBytes: number
    readonly freeBytes: number
  }
  /** `file` is the copy, and `folder` where it would have been restored. */
  readonly 'restore test without room': {
    readonly file: string
    readonly folder: string
    readonly bytes: number
    readonly spareBytes: number
  }
  readonly 'restore test failed': { readonly file: string; readonly cause: string }
  readonly 'check timed out': { readonly file: string; readonly seconds: number }
  readonly 'check process ended': { readonly file: string; readonly exitCode: number | null }
  readonly 'secret key missing': { readonly source: SecretKeySource }
  readonly 'secret key not set': NoFacts
  readonly 'secret damaged': { readonly secret: SecretName }
  readonly 'key file malformed': { readonly file: string }
  readonly 'no other secret key': NoFacts
}

export interface CommandLineReasons {
  readonly 'port in use': { readonly port: number }
  readonly 'port denied': { readonly port: number }
  readonly 'origin unknown': NoFacts
  readonly 'command stopped': NoFacts
  readonly 'checks failed': { readonly checks: readonly string[] }
  readonly 'temporary folder unusable': FileFault
  readonly 'drill of a damaged database': { readonly damage: DatabaseDamage }
  readonly 'damaged before the drill': NoFacts
  readonly 'drill lost samples': { readonly lost: number; readonly isSound: boolean }
  /** The processes of the drill could not go on. */
  readonly 'drill broken': { readonly cause: string }
  readonly 'nothing due': NoFacts
  readonly 'database unusable': { readonly problems: readonly string[] }
  /** `cause` is why they were not resumed, as a sentence. */
  readonly 'games stay paused': { readonly names: string; readonly count: number; readonly cause: string }
  /** `day` begins the week, `YYYY-MM-DD`; null is unknown; `more` counts the weeks that are not listed. */
  readonly 'removed samples damaged': {
    readonly weeks: readonly {
      readonly universeId: number | null
      readonly day: string
      readonly samples: number | null
    }[]
    readonly more: number
  }
  /** `most`: characters. */
  readonly 'line too long': { readonly file: string; readonly bytesBefore: number; readonly most: number }
  readonly 'file packed': { readonly file: string; readonly format: string }
  readonly 'folder missing': { readonly folder: string }
  readonly 'file name taken': { readonly file: string }
  readonly 'file unreadable': { readonly file: string; readonly errorCode: string }
  readonly 'file not writable': { readonly file: string; readonly errorCode: string }
  readonly 'file incomplete': { readonly file: string }
  /** The command line rejected a request of the service, and worded it. */
  readonly 'command line failed': { readonly text: string }
  readonly 'socket of another user': { readonly path: string }
  readonly 'too many commands': NoFacts
  readonly 'other version': { readonly service: string; readonly commandLine: string }
  readonly 'service gone': NoFacts
  /** How long the service was silent; undefined if it did not accept the connection. */
  readonly 'service unresponsive': { readonly seconds: number | undefined }
  readonly 'connection broken': { readonly fault: ConnectionFault }
}
