// What the operator of an installation should know before it hurts (PROCESS-30).
export const WARNING_KINDS = ['sampling', 'database', 'disk', 'backups', 'clock', 'bot'] as const
export type WarningKind = (typeof WARNING_KINDS)[number]

export type BackupProblem = 'late' | 'failing' | 'damaged' | 'shrunken'

export type OperatorWarning =
  | { readonly kind: 'sampling' | 'bot'; readonly detail: string }
  /** The file was moved, replaced or deleted; `file` is its path. */
  | { readonly kind: 'database'; readonly file: string }
  | { readonly kind: 'disk'; readonly daysLeft: number }
  /** `since`: when the newest copy was due, failed for the first time, or was made of a damaged database, ms. */
  | {
      readonly kind: 'backups'
      readonly problem: BackupProblem
      readonly since: number
      readonly detail: string
    }
  /** `folder`, beside the database, had not enough room since then to restore `copy` as a test. */
  | {
      readonly kind: 'backups'
      readonly problem: 'untested'
      readonly since: number
      readonly copy: string
      readonly folder: string
    }
  /** The platform's clock minus ours, ms. */
  | { readonly kind: 'clock'; readonly skewMs: number }

/** Between the two nothing changes, so that a forecast that varies from day to day is one occurrence. */
const [MIN_DAYS, MIN_CLEARED_DAYS] = [7, 10]

export const isDiskNearlyFull = (daysLeft: number, isWarned: boolean): boolean =>
  daysLeft < (isWarned ? MIN_CLEARED_DAYS : MIN_DAYS)
