// The warnings to the operator, on the operator's page and in Discord. One sentence says what is, one what to do.
import { SECOND_MS } from '../../domain/clock.js'
import type { BackupProblem, OperatorWarning } from '../../domain/operation/operator-warning.js'
import { CHECK_CLOCKS, SAVE_MOVED } from './doctor.js'

/** `when` writes a time, ms. */
export function warningText(warning: OperatorWarning, when: (at: number) => string): string {
  switch (warning.kind) {
    case 'sampling':
      return `${warning.detail} See the log, or run the doctor on the command line.`
    case 'database':
      return `The file of the database, ${warning.file}, was moved, replaced or deleted while Headcount runs. All that is recorded goes into the former file, which ends with the service if it was deleted. ${SAVE_MOVED}`
    case 'disk':
      return `The disk of the database is full in ${daysText(warning.daysLeft)} at the growth of the last days. Make room on it.`
    case 'backups':
      if (warning.problem === 'untested')
        return `The copy ${warning.copy} could not be restored as a test, because ${warning.folder} has not enough room. Make room on that disk; the test is tried again every 10 minutes.`
      return BACKUP_TEXTS[warning.problem](when(warning.since), warning.detail)
    case 'clock':
      return `${differenceText(warning.skewMs)} One of them is wrong. ${CHECK_CLOCKS} Until they agree, nothing is sampled and nothing old is deleted.`
    case 'bot':
      return `The Discord bot is off. ${warning.detail}`
  }
}

const BACKUP_TEXTS: Readonly<Record<BackupProblem, (since: string, detail: string) => string>> = {
  late: (since) => `A backup has been due since ${since}. See the log.`,
  failing: (since, detail) => `Backups have failed since ${since}. ${detail} Check BACKUP_DIR and its disk.`,
  shrunken: (_, detail) => `${detail} Run the doctor on the command line.`,
  damaged: (_, detail) => `${detail} Older copies are kept meanwhile. Run the doctor on the command line.`,
}

const daysText = (days: number): string => {
  if (days < 1) return 'less than a day'
  return days === 1 ? '1 day' : `${days} days`
}

const differenceText = (skewMs: number): string =>
  `The clocks of this machine and of Roblox differ by ${Math.round(Math.abs(skewMs) / SECOND_MS)} seconds: this one is ${skewMs > 0 ? 'behind' : 'ahead'}.`
