// What every command receives: the services, and the functions that print its output.
import type { Command } from 'commander'
import type { DatabaseCondition } from '../domain/ports/upkeep.js'
import type { Examination } from '../services/operator/doctor/run-checks.js'
import type { OperatorService } from '../services/operator/operator-service.js'
import type { Services } from '../services/services.js'
import type { CommandIo } from './io/command-io.js'

export interface Cli {
  /** Runs the work with the services of the running service, or of a database that is opened for this work only. */
  withServices<T>(work: (services: Services) => Promise<T>): Promise<T>
  /** The same for work that changes nothing: it makes no database, and brings none up to date. */
  withReading<T>(work: (services: Services) => Promise<T>): Promise<T>
  /** The same, which also works before there is a database: then on an empty one that is removed afterwards. */
  withDryRun<T>(work: (services: Services) => Promise<T>): Promise<T>
  /** What opening the database would do to it. Throws where it could not be used; changes nothing. Undefined where only the services know. */
  examineDatabase(): DatabaseCondition | undefined
  /** For work on the whole database file. It opens no store, so that it also works on a damaged database. */
  withOperating<T>(work: (operating: OperatorService) => Promise<T>): Promise<T>
  /** The checks of `doctor`, which also run with an invalid configuration. */
  examine(): Promise<Examination>
  /** The effective configuration without secrets. Throws if a value is invalid. */
  settings(): Readonly<Record<string, string>>
  /** The origin of the service, without a trailing slash. */
  origin(): string
  /** Prints the only output on standard output: the JSON document with `--json`, otherwise the text. */
  answer(json: unknown, text: string): void
  /** Prints a remark for people on standard error; with `--json` it is omitted, because the document contains it. */
  note(text: string): void
  /** The lines of a file of the operator, in batches. */
  readLines(file: string): AsyncIterable<readonly string[]>
  /** Its bytes, in batches of whole lines. */
  readWholeLines(file: string): AsyncIterable<Uint8Array>
  /** Whether the output is JSON, for commands whose texts are costly. */
  readonly isJson: boolean
  readonly io: CommandIo
}

/** The command as the operator types it; `-s` silences npm, and npm passes on the arguments after `--`. */
export const CLI = 'npm run -s cli --'

/** Adds examples to `--help`, below the options. */
export const examples = (command: Command, ...lines: readonly string[]): Command =>
  command.addHelpText('after', `\nExamples:\n${lines.map((line) => `  ${CLI} ${line}`).join('\n')}`)

/** Ends the command as wrong usage (exit code 2), for mistakes that commander cannot detect. */
export const misused = (command: Command, message: string): never => command.error(`error: ${message}`)
