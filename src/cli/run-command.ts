// Runs one command, for an operator at this process's terminal or at the other end of the local socket.

import { CommanderError } from 'commander'
import { HeadcountError, rejection } from '../domain/error.js'
import { ConfigError } from '../environment.js'
import { operatorErrorText } from '../messages/error-text.js'
import type { Examination } from '../services/operator/doctor/run-checks.js'
import type { OperatorService } from '../services/operator/operator-service.js'
import type { Services } from '../services/services.js'
import type { Cli } from './cli.js'
import { type CommandIo, ServiceRunningError } from './io/command-io.js'
import { readLines, readWholeLines } from './io/read-lines.js'
import { oneLine } from './io/table.js'
import { makeProgram } from './program.js'

/** What the commands work on: the running service, or a database that is opened for one command. */
export interface CommandBackend {
  withServices<T>(work: (services: Services) => Promise<T>): Promise<T>
  withReading<T>(work: (services: Services) => Promise<T>): Promise<T>
  withDryRun<T>(work: (services: Services) => Promise<T>): Promise<T>
  examineDatabase: Cli['examineDatabase']
  /** For work on the whole database file. It opens no store, so that it also works on a damaged database. */
  withOperating<T>(work: (operating: OperatorService) => Promise<T>): Promise<T>
  examine(): Promise<Examination>
  /** The effective configuration by variable. Throws a ConfigError if a value is invalid. */
  settings(): Readonly<Record<string, unknown>>
  /** The origin of the service without a trailing slash; undefined if it is unknown. */
  origin(): string | undefined
  /** Reports an unexpected error to the log or to the terminal. */
  reportUnexpected(error: unknown): void
}

/** PROCESS-5; 78 is EX_CONFIG of sysexits.h. */
export const EXIT = { error: 1, usage: 2, configuration: 78 } as const

/** Returns the exit code. Throws only ServiceRunningError. */
export async function runCommand(args: readonly string[], io: CommandIo, backend: CommandBackend): Promise<number> {
  const isJson = args.some((word, at) => isJsonFlag(args, word, at))
  try {
    await makeProgram(cliOf(io, backend, isJson), io).parseAsync(
      args.filter((word, at) => !isJsonFlag(args, word, at)),
      { from: 'user' },
    )
    return 0
  } catch (error) {
    if (error instanceof ServiceRunningError) throw error
    return reportError(error, io, backend)
  }
}

const cliOf = (io: CommandIo, backend: CommandBackend, isJson: boolean): Cli => ({
  withServices: backend.withServices,
  withReading: backend.withReading,
  withDryRun: backend.withDryRun,
  examineDatabase: backend.examineDatabase,
  withOperating: backend.withOperating,
  examine: backend.examine,
  settings: () =>
    Object.fromEntries(Object.entries(backend.settings()).map(([name, value]) => [name, settingText(name, value)])),
  origin: () => {
    const origin = backend.origin()
    if (origin === undefined) throw rejection('NOT_CONFIGURED', { name: 'origin unknown', facts: {} })
    return origin
  },
  answer: (json, text) => io.write('out', `${isJson ? JSON.stringify(json) : text}\n`),
  note: (text) => {
    if (!isJson) io.write('err', `${text}\n`)
  },
  readLines: (file) => readLines(file, io.readFile(file)),
  readWholeLines: (file) => readWholeLines(file, io.readFile(file)),
  isJson,
  io,
})

/** The flag is removed before commander parses the arguments, so that it may be anywhere; after a bare `--` it is not a flag. */
const isJsonFlag = (args: readonly string[], word: string, at: number): boolean =>
  word === '--json' && !args.slice(0, at).includes('--')

function settingText(name: string, value: unknown): string {
  if (value === undefined || String(value) === '') return 'not set'
  if (/TOKEN|SECRET|COOKIE/.test(name)) return 'set'
  // A URL may contain a password, which must not be printed.
  return oneLine(String(value)).replace(/\/\/[^/@\s]*@/, '//…@')
}

/** Prints one line for an error, unless commander has already printed it. */
function reportError(error: unknown, io: CommandIo, backend: CommandBackend): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage
  io.write('err', `error: ${oneLine(operatorErrorText(error))}\n`)
  if (error instanceof ConfigError) return EXIT.configuration
  if (error instanceof HeadcountError) return error.code === 'NOT_CONFIGURED' ? EXIT.configuration : EXIT.error
  backend.reportUnexpected(error)
  return EXIT.error
}
