// What the doctor finds, by name, with the facts that each text needs. The message catalog has the one text of each.

import type { Minute } from '../clock.js'
import type { CopyLoss } from '../operation/kept-copies.js'
import type { AddressState } from '../ports/platform.js'
import type { RemovedSamples } from '../ports/removed-samples.js'
import type { SeriesSize } from '../ports/series.js'
import type { LostSamples } from './database-damage.js'
import type { NoFacts } from './operator-reasons.js'

/** What the last verification of the whole store found. */
export interface VerifiedDamage {
  /** When it ended, ms. */
  readonly at: number
  readonly fileDamage: string | null
  readonly lostWeeks: number
  /** The first lost ranges; the list is limited. */
  readonly lost: readonly LostSamples[]
}

interface FileFacts {
  readonly file: string
}

interface DatabaseFacts {
  readonly 'database missing': FileFacts
  readonly 'database moved': FileFacts
  /** `problem` continues a sentence that begins with the file. */
  readonly 'database of others': FileFacts & { readonly problem: string }
  readonly 'database damaged': FileFacts & { readonly damage: string }
  readonly 'database newer': FileFacts & { readonly schema: number; readonly expectedSchema: number }
  readonly 'database not writable': FileFacts & { readonly problem: string }
  readonly 'database empty': FileFacts
  readonly 'database older': FileFacts & { readonly schema: number; readonly expectedSchema: number }
  /** `mode` is undefined if no other user of the machine may read or change the file. */
  readonly 'database sound': FileFacts & {
    readonly schema: number
    readonly bytes: number
    readonly unusedBytes: number
    readonly mode: number | undefined
  }
}

/** `verified` is null if the service has not verified the store yet, and undefined if that is not known. */
interface SeriesFacts {
  readonly 'series damaged': {
    readonly lost: readonly LostSamples[]
    readonly isFileBroken: boolean
    readonly verified: VerifiedDamage | null | undefined
  }
  readonly 'series readable': { readonly verified: VerifiedDamage | null | undefined }
  readonly 'series sound': { readonly size: SeriesSize; readonly verified: VerifiedDamage | null | undefined }
  readonly 'series not read': { readonly verified: VerifiedDamage | null }
  readonly 'series with service': NoFacts
  /** `isRemovalOff`: the budget for removed samples is 0. */
  readonly 'removed samples': RemovedSamples & { readonly isRemovalOff: boolean }
}

/** Why copies cannot be written into the folder of BACKUP_DIR. */
export type BackupFolderProblem =
  | { readonly kind: 'missing' }
  | { readonly kind: 'no folder' }
  | { readonly kind: 'not writable'; readonly errorCode: string }

interface BackupFolderFacts {
  readonly folder: string
}

/** Why the result of the restore test cannot be known, or its age in ms; undefined if none was made. */
export type KnownRestoreTest = 'service hangs' | 'database not read' | number | undefined

interface BackupPlaceFacts {
  /** How many copies in the folder are of another database or of unknown origin. */
  readonly others: number
  readonly isOnDatabaseDisk: boolean
}

/** The ages are those of the newest copy and of the last restore test. */
export interface BackupFacts {
  readonly 'backups off': NoFacts
  readonly 'backup folder unusable': BackupFolderFacts & { readonly problem: BackupFolderProblem }
  readonly 'no backup yet': BackupFolderFacts & BackupPlaceFacts
  /** The database is missing, and these copies are there. */
  readonly 'copies without database': BackupFolderFacts & { readonly count: number; readonly newest: string }
  /** A copy was made, and none is in the folder. */
  readonly 'backups gone': BackupFolderFacts & {
    readonly ageMs: number
    /** Nothing is written into the folder until it has this file. */
    readonly missingIndex: string | undefined
  }
  /** `copy` is undefined where an older version noted the test. */
  readonly 'restore test failed': BackupFolderFacts & { readonly copy: string | undefined; readonly testAgeMs: number }
  /** The disk did not answer. */
  readonly 'restore test unanswered': BackupFolderFacts & {
    readonly copy: string | undefined
    readonly testAgeMs: number
  }
  /** `roomFolder`, beside the database, had not enough room to restore `copy`. */
  readonly 'restore test without room': BackupFolderFacts & {
    readonly copy: string
    readonly roomFolder: string
    readonly testAgeMs: number
    readonly ageMs: number
  }
  readonly 'backups failing': BackupFolderFacts & { readonly ageMs: number }
  readonly 'backups damaged': BackupFolderFacts & { readonly ageMs: number }
  readonly 'backups late': BackupFolderFacts & { readonly ageMs: number }
  readonly 'backups shrunken': BackupFolderFacts & CopyLoss
  readonly backups: BackupFolderFacts &
    BackupPlaceFacts & { readonly ageMs: number; readonly restoreTest: KnownRestoreTest }
}

interface TickFacts {
  readonly 'sampling overdue': { readonly detail: string | undefined }
  readonly 'last tick unreadable': NoFacts
  readonly 'no tick yet': NoFacts
  readonly 'tick in the future': { readonly minute: Minute }
  readonly 'last tick overdue': { readonly ageMs: number }
  /** No tick since the start of the service is due yet. */
  readonly 'first tick to come': { readonly runningMs: number; readonly due: string }
  readonly 'last tick': {
    readonly ageMs: number
    /** How many more universes fit into a tick; undefined if that is not known. */
    readonly headroom: number | undefined
    /** Whether more than these may fit. */
    readonly isMinimum: boolean
    readonly isTight: boolean
    /** Whether a service answers, which could know it. */
    readonly isRunning: boolean
  }
}

export interface DoctorFacts extends DatabaseFacts, SeriesFacts, BackupFacts, TickFacts {
  readonly 'not known': NoFacts
  readonly 'configuration sound': NoFacts
  readonly 'configuration wrong': { readonly problems: readonly string[] }
  readonly 'service hangs': NoFacts
  readonly 'clock unchecked': NoFacts
  readonly 'clock checked': { readonly skewMs: number; readonly isFar: boolean }
  readonly 'disk free': { readonly freeBytes: number; readonly need: 'none' | 'soon' | 'now' }
  readonly 'disk of the server': NoFacts
  readonly 'shared work': {
    readonly processes: readonly {
      readonly name: string
      readonly shards: number
      readonly tasks: readonly string[]
      readonly gatewayShards: readonly number[]
    }[]
    readonly unheldShards: number
    readonly unheldGatewayShards: readonly number[]
    readonly minutesBehind: number | undefined
  }
  readonly 'platform answers': NoFacts
  /** `isLive`: the running service said it; otherwise the doctor made one call from each. */
  readonly addresses: { readonly addresses: readonly AddressState[]; readonly isLive: boolean }
  readonly 'bot off': NoFacts
  readonly 'token known': { readonly name: string }
  readonly 'token rejected': NoFacts
  readonly 'Discord unreachable': { readonly why: string }
}

export type FindingName = keyof DoctorFacts

export type CheckName =
  | 'service'
  | 'configuration'
  | 'database'
  | 'series'
  | 'retention'
  | 'clock'
  | 'disk'
  | 'backups'
  | 'platform'
  | 'addresses'
  | 'discord'
  | 'last tick'
  | 'processes'

export interface DoctorStatement<Name extends FindingName = FindingName> {
  readonly name: Name
  readonly facts: DoctorFacts[Name]
}
