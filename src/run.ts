// Runs the service as a process: says what it does, notes that it runs, and stops once on the first signal.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, type ConfigChange, readProcessConfig } from './config.js'
import type { Log } from './domain/ports/log.js'
import { ConfigError } from './environment.js'
import { openLog } from './log.js'
import { projectRoot } from './project-root.js'
import { type Service, startService } from './service.js'

/** sysexits.h EX_CONFIG; contract §6. */
const BAD_CONFIGURATION = 78
/** contract §6: exit 0 within 10 s, whatever still hangs. */
const LONGEST_STOP_MS = 9_000

/** The configuration of this process, or its end: one line that names the variable and what it takes. */
export function configOrExit(change: ConfigChange = {}): Config {
  try {
    return readProcessConfig(change)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(BAD_CONFIGURATION)
  }
}

export async function run(config: Config, greet: (service: Service, log: Log) => Promise<void>): Promise<void> {
  const log = openLog(config.LOG_LEVEL)
  let stopAsked = (): void => undefined
  const asked = new Promise<void>((resolve) => {
    stopAsked = resolve
  })
  // Kept for good: a repeated signal changes nothing.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stopAsked)
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'An error was left unhandled.'))
  const service = await startOrExit(config, log)
  const forgetRunning = noteRunning()
  // A signal is heard while the greeting lasts, too: the demo writes its history there.
  const failure = await Promise.race([greet(service, log).then(() => asked), asked]).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  if (failure) log.error({ err: failure.error }, 'Headcount could not get going.')
  log.info({}, 'Stopping: finishing what is in flight.')
  setTimeout(() => process.exit(0), LONGEST_STOP_MS).unref()
  await service.stop()
  forgetRunning()
  log.info({}, 'Stopped.')
  process.exit(failure ? 1 : 0)
}

async function startOrExit(config: Config, log: Log): Promise<Service> {
  try {
    return await startService(config, log)
  } catch (error) {
    process.stderr.write(`Headcount could not start: ${wordsOf(error, config)}\n`)
    process.exit(1)
  }
}

function wordsOf(error: unknown, config: Config): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `port ${config.PORT} on ${config.HOST} is in use. Set PORT to another one.`
  if (code === 'EACCES') return `port ${config.PORT} may not be opened. Set PORT to one above 1023.`
  return error instanceof Error ? error.message : String(error)
}

/** ready.mjs installs and builds nothing under a running service: this file tells it of one. */
function noteRunning(): () => void {
  const folder = join(projectRoot, 'node_modules', '.headcount')
  const file = join(folder, `running-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, '')
  return () => rmSync(file, { force: true })
}
