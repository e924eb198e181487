// Where a verb meets its operator: the terminal and the files are the caller's own, also when the service runs the verb.

import { HeadcountError } from '../../domain/error.js'
import type { Log } from '../../domain/ports/events.js'
import { oneLine } from './table.js'

export interface Progress {
  /** What is being done, in two or three words. */
  readonly label: string
  readonly done: number
  readonly total: number
}

export interface CommandIo {
  write(stream: 'out' | 'err', text: string): void
  /** For people at a terminal; nothing where the output goes elsewhere. */
  progress(progress: Progress): void
  /** The bytes of a file of the operator's, in pieces. Throws a HeadcountError that names the file where it cannot be read. */
  readFile(path: string): AsyncIterable<Uint8Array>
  /** Throws a HeadcountError where no new file can be made there. */
  checkTarget(path: string): Promise<void>
  /** Puts a copy of `source`, a file of the process that runs the verb, at `target`; answers its whole path. */
  saveCopy(source: string, target: string): Promise<string>
  /** Aborts when the operator presses Ctrl-C or goes away. */
  readonly signal: AbortSignal
}

/** Throws where the operator has pressed Ctrl-C or gone away. */
export function requireGoingOn(signal: AbortSignal): void {
  if (signal.aborted) throw new HeadcountError('UNAVAILABLE', 'Stopped before it was done.')
}

/** A service began to listen before the verb could begin: it is the one to run it. */
export class ServiceRunningError extends Error {}

/**
 * A log that writes to standard error, so that the operator sees progress and warnings apart from the output. It writes
 * no errors, because the command itself prints the error that ends it.
 */
export function terminalLog(io: CommandIo): Log {
  const write = (_: object, message: string): void => io.write('err', `${oneLine(message)}\n`)
  return { info: write, warn: write, error: () => undefined }
}
