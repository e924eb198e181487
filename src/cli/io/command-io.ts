// The terminal and the files of a command. They belong to the operator who typed it, also when the service runs the command.

import { rejection } from '../../domain/error.js'
import type { Log } from '../../domain/ports/events.js'
import { oneLine } from './table.js'

export interface Progress {
  /** The name of the current step, in two or three words. */
  readonly label: string
  readonly done: number
  readonly total: number
}

export interface CommandIo {
  write(stream: 'out' | 'err', text: string): void
  /**
   * Resolves when the written output is no longer buffered. A service buffers in the process of the operator, and throws if that reads
   * nothing for a minute.
   */
  drained(): Promise<void>
  /** Shows progress on a terminal; does nothing if the output is not a terminal. */
  progress(progress: Progress): void
  /**
   * The bytes of a file of the operator, in pieces, each valid until the next one is asked for. Throws a HeadcountError that
   * names the file if it cannot be read.
   */
  readFile(path: string): AsyncIterable<Uint8Array>
  /** Throws a HeadcountError if no new file can be created there. */
  checkTarget(path: string): Promise<void>
  /** Copies `source`, a file of the process that runs the command, to `target`; returns its absolute path. */
  saveCopy(source: string, target: string): Promise<string>
  /** Aborts when the operator presses Ctrl-C or disconnects. */
  readonly signal: AbortSignal
}

/** Throws if the operator has pressed Ctrl-C or disconnected. */
export function throwIfStopped(signal: AbortSignal): void {
  if (signal.aborted) throw rejection('UNAVAILABLE', { name: 'command stopped', facts: {} })
}

/** Thrown if a service started to listen before the command began; the service then has to run it. */
export class ServiceRunningError extends Error {}

/**
 * A log that writes to standard error, so that the operator sees progress and warnings apart from the output. It writes
 * no errors, because the command itself prints the error that ends it.
 */
export function terminalLog(io: CommandIo): Log {
  const write = (_: object, message: string): void => io.write('err', `${oneLine(message)}\n`)
  return { info: write, warn: write, error: () => undefined }
}
