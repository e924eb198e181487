// What every verb is handed: the operations, and how to answer.
import type { Command } from 'commander'
import type { Examination } from '../services/operator/examine.js'
import type { OperatorService } from '../services/operator/operator-service.js'
import type { Services } from '../services/services.js'
import type { CommandIo } from './io/command-io.js'

export interface Cli {
  /** Opens the database for this piece of work, beside a running service too, and closes it again. */
  withServices<T>(work: (services: Services) => Promise<T>): Promise<T>
  /** For the database as a whole: opens no store, so it works on a broken one too. */
  withOperating<T>(work: (operating: OperatorService) => Promise<T>): Promise<T>
  /** The doctor, whom a wrong configuration does not stop. */
  examine(): Promise<Examination>
  /** The configuration as it is in force, secrets left out. Throws where it says something wrong. */
  settings(): Readonly<Record<string, string>>
  /** Where the service is reached, without a slash at the end. */
  origin(): string
  /** The one thing on standard output: the JSON document with `--json`, the text for people without. */
  answer(json: unknown, text: string): void
  /** A remark beside the answer for people, on standard error; programs find it in the JSON. */
  note(text: string): void
  /** The lines of a file of the operator's, some at a time. */
  readLines(file: string): AsyncIterable<readonly string[]>
  readonly io: CommandIo
}

/** How the operator types it: npm keeps quiet, and hands on what follows the two dashes. */
export const CLI = 'npm run -s cli --'

/** Lines to copy, below the options in `--help`. */
export const examples = (command: Command, ...lines: readonly string[]): Command =>
  command.addHelpText('after', `\nExamples:\n${lines.map((line) => `  ${CLI} ${line}`).join('\n')}`)

/** Ends the call as wrong usage (exit code 2), for what commander cannot see by itself. */
export const misused = (command: Command, message: string): never => command.error(`error: ${message}`)
