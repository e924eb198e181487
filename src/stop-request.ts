// Determines why the process ends: a signal, or an uncaught error that may have left work incomplete.
import type { Logger } from 'pino'

/** PROCESS-3: the stop ends within 10 s, even if some part hangs. */
const STOP_TIMEOUT_MS = 9_000
const SIGNALS = ['SIGTERM', 'SIGINT'] as const

export interface StopRequest {
  /** Resolves with the first reason; later reasons change only the exit code. */
  readonly made: Promise<void>
  exitCode(): 0 | 1
}

export function listenForStop(log: Logger): StopRequest {
  let exitCode: 0 | 1 = 0
  let isMade = false
  let resolveMade = (): void => undefined
  const made = new Promise<void>((resolve) => {
    resolveMade = resolve
  })
  const request = (): void => {
    if (isMade) return
    isMade = true
    setTimeout(() => process.exit(exitCode), STOP_TIMEOUT_MS).unref()
    resolveMade()
  }
  // The listeners are never removed, so that a repeated signal does not end the process early.
  for (const signal of SIGNALS) process.on(signal, request)
  process.on('uncaughtException', (error) => {
    const isFirst = exitCode === 0
    exitCode = 1
    process.exitCode = 1
    if (isFirst)
      log.fatal({ err: error }, 'An error was not caught. Headcount saves what it can and ends with exit code 1.')
    else log.error({ err: error }, 'Another error was not caught.')
    request()
  })
  // No code awaits the rejected promise, so no work is left incomplete, and the service continues.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'An error was left unhandled.'))
  return { made, exitCode: () => exitCode }
}
