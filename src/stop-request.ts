// Why the process ends: a signal asks for it, or an error was not caught and nobody knows what it left half done.
import type { Logger } from 'pino'

/** PROCESS-3: within 10 s, whatever still hangs. */
const STOP_TIMEOUT_MS = 9_000
const SIGNALS = ['SIGTERM', 'SIGINT'] as const

export interface StopRequest {
  /** Resolves with the first reason; what comes later changes nothing but the exit code. */
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
  // Kept for good: a repeated signal changes nothing.
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
  // Whoever began it does not wait for it: nothing is half done, and the service goes on.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'An error was left unhandled.'))
  return { made, exitCode: () => exitCode }
}
