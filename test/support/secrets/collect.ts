// Collects every line that the log of a test run wrote, and every secret that was used in it, and finds these in those.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

/** Set before the workers start; without it, as in a program of its own, nothing is collected. */
export const COLLECTION_VARIABLE = 'TEST_COLLECTION_FOLDER'
const folder = process.env[COLLECTION_VARIABLE]
const MIN_SECRET_LENGTH = 16

const known = new Set<string>()

/** Shorter texts are no secrets: they stand in other words by chance. */
export function noteSecret(secret: string | undefined): void {
  if (folder === undefined || secret === undefined || secret.length < MIN_SECRET_LENGTH || known.has(secret)) return
  known.add(secret)
  appendFileSync(join(folder, `${process.pid}.secrets`), `${secret}\n`)
}

export function noteLogLines(text: string): void {
  if (folder !== undefined) appendFileSync(join(folder, `${process.pid}.log`), text.endsWith('\n') ? text : `${text}\n`)
}

/** How much of the tests a run ran. */
export interface RunExtent {
  /** Whether it has all rounds. */
  readonly isLong: boolean
  /** Whether it ran only tests of some names. */
  readonly isOfNames: boolean
  /** The test files that there are. */
  readonly files: number
  readonly ran: number
}

/**
 * The figure of the ledger is that of a run of all test files: of a long one always, and of one with few rounds where `RECORD_SECRETS` is set. Without it, each `npm test` would change the ledger.
 */
export const isRecorded = ({ isLong, isOfNames, files, ran }: RunExtent, isRequested: boolean): boolean =>
  (isLong || isRequested) && !isOfNames && files > 0 && ran === files

export const secretsFigure = ({ files, isLong }: RunExtent, lines: number, secrets: number): string =>
  `${lines} lines of all ${files} test files${isLong ? '' : ' with few rounds'}, ${secrets} secrets, none in a line`

const WORD = /[\w-]{16,}/g
const ESCAPE = /%[0-9a-f]{2}/gi

/** The lines that hold a secret. */
export function secretsIn(lines: readonly string[], secrets: ReadonlySet<string>): readonly string[] {
  const odd = [...secrets].filter((secret) => /[^\w-]/.test(secret))
  const holds = (text: string): boolean =>
    (text.match(WORD) ?? []).some((word) => secrets.has(word)) || odd.some((secret) => text.includes(secret))
  return lines.filter((line) => holds(line) || (line.includes('%') && holds(line.replace(ESCAPE, ' '))))
}
