// Runs the service as a process: logs its progress, shows that it is alive, and stops once on the first signal.
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { Logger } from 'pino'
import { type Config, type ConfigChange, readProcessConfig } from './config.js'
import { HeadcountError } from './domain/error.js'
import type { Log } from './domain/ports/events.js'
import { ConfigError } from './environment.js'
import { announceProcess } from './local-socket.mjs'
import { openLog } from './log.js'
import { operatorErrorText } from './messages/error-text.js'
import { systemdNotifier } from './operation/systemd.js'
import { projectRoot } from './project-root.js'
import { type Service, startService } from './service.js'
import { listenForStop } from './stop-request.js'
import { explainStorageError } from './store/open-store.js'

/** EX_CONFIG of sysexits.h; PROCESS-2. */
const BAD_CONFIGURATION_CODE = 78
/** By how many percent the heap may grow, from what is in use, before unused objects are collected. */
const MAX_HEAP_GROWTH_PERCENT = 50

/** Returns the configuration of this process, or exits with one line that names the variable and what it accepts. */
export function configOrExit(change: ConfigChange = {}): Config {
  try {
    return readProcessConfig(change)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(BAD_CONFIGURATION_CODE)
  }
}

export async function run(config: Config, greet: (service: Service, log: Log) => Promise<void>): Promise<void> {
  collectGarbageEarlier()
  const log = openLog(config.LOG_LEVEL)
  const stop = listenForStop(log)
  const stopAnnouncing = await announce(log)
  const service = await startOrExit(config, log)
  const systemd = systemdNotifier(log)
  systemd.ready(`Serves at ${service.url}`)
  // A stop is also possible during the greeting, in which the demo writes its history.
  const failure = await Promise.race([greet(service, log).then(() => stop.made), stop.made]).then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
  if (failure) log.error({ err: failure.error }, 'The service failed.')
  systemd.stopping()
  log.info({}, 'Stopping: finishing open requests.')
  await service.stop()
  stopAnnouncing()
  log.info({}, 'Stopped.')
  process.exit(failure ? 1 : stop.exitCode())
}

async function startOrExit(config: Config, log: Logger): Promise<Service> {
  try {
    return await startService(config, log)
  } catch (error) {
    process.stderr.write(`Headcount could not start: ${explanationOf(error, config)}\n`)
    process.exit(error instanceof HeadcountError && error.code === 'NOT_CONFIGURED' ? BAD_CONFIGURATION_CODE : 1)
  }
}

function explanationOf(error: unknown, config: Config): string {
  const isListening = error instanceof Error && 'syscall' in error && error.syscall === 'listen'
  const code = isListening && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `port ${config.PORT} on ${config.HOST} is in use. Set PORT to another one.`
  if (code === 'EACCES') return `port ${config.PORT} may not be opened. Set PORT to one above 1023.`
  return operatorErrorText(explainStorageError(config.DATABASE_URL, error))
}

/** Opens the socket by which ready.mjs recognizes a running service, under which it installs and builds nothing. */
async function announce(log: Log): Promise<() => void> {
  const folder = join(projectRoot, 'dist', '.running')
  try {
    const { close } = await announceProcess(folder)
    return close
  } catch (error) {
    log.warn(
      { err: error, folder },
      'The run file could not be written, so npm start will not detect this process: stop it by hand before an update.',
    )
    return () => undefined
  }
}

/**
 * Node 20 collects the objects that have lived for a while only when the heap has grown to a few times what is in use: under
 * load, with 150 MB in use, at 500 MB (`npm run bench -- overload`). Node 24 collects them about as early as this by itself.
 * It holds for the whole process, so only a program may call it, at its beginning.
 */
export function collectGarbageEarlier(): void {
  setFlagsFromString(`--heap-growing-percent=${MAX_HEAP_GROWTH_PERCENT}`)
}
