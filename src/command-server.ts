// Accepts commands of the command line in a running service: they run in this process, on the store that it owns.
import { AsyncLocalStorage } from 'node:async_hooks'
import { type CommandIo, terminalLog } from './cli/io/command-io.js'
import { type CommandBackend, runCommand } from './cli/run-command.js'
import { createCommandServer } from './cli/socket/server.js'
import { type CompositionRoot, composeOperating } from './compose.js'
import type { Config } from './config.js'
import { OPERATOR_ACTOR } from './domain/audit/audit-entry.js'
import type { Log } from './domain/ports/events.js'
import { listenLocally } from './local-socket.mjs'
import { programVersion } from './program-version.js'
import { databaseFileOf, socketPathOf } from './store/database-file.js'
import { explainStorageError } from './store/open-store.js'

export interface CommandServerDeps {
  readonly config: Config
  readonly composed: CompositionRoot
  readonly log: Log
  /** The origin at which the service can be reached; undefined if it is not known. */
  readonly origin: string | undefined
}

/** The terminal of the operator whose command is running; undefined during the service's own work. */
const callers = new AsyncLocalStorage<CommandIo>()

let runningCommands = 0

/** Disables the AsyncLocalStorage when the last command has ended, because its hooks slow every promise of the process. */
async function runForCaller(io: CommandIo, run: () => Promise<number>): Promise<number> {
  runningCommands++
  try {
    return await callers.run(io, run)
  } finally {
    if (--runningCommands === 0) callers.disable()
  }
}

/** Also writes to the operator's terminal what is logged while a command runs, as happens when no service runs. */
export function callerLog(log: Log): Log {
  const writeToBoth =
    (level: 'info' | 'warn') =>
    (details: object, message: string): void => {
      log[level](details, message)
      const caller = callers.getStore()
      if (caller !== undefined) terminalLog(caller)[level](details, message)
    }
  return {
    info: writeToBoth('info'),
    warn: writeToBoth('warn'),
    error: (details, message) => log.error(details, message),
  }
}

/** Beside a database on a server there is no socket: the command line connects to the database itself. */
export async function startCommandServer(deps: CommandServerDeps): Promise<{ stop(): Promise<void> }> {
  const { config, composed, log, origin } = deps
  const file = databaseFileOf(config.DATABASE_URL)
  if (file === undefined) return { stop: async () => undefined }
  const { services, store } = composed
  const { operating, close } = composeOperating(config, { clock: services.clock, store })
  const withServices: CommandBackend['withServices'] = (work) =>
    services.audit
      .as(OPERATOR_ACTOR, () => work(services))
      .catch((error: unknown) => {
        throw explainStorageError(config.DATABASE_URL, error)
      })
  const backend: CommandBackend = {
    withServices,
    // The service has brought its database up to date.
    withReading: withServices,
    withDryRun: withServices,
    examineDatabase: () => undefined,
    withOperating: (work) => work(operating),
    examine: () => operating.examine(),
    settings: () => {
      const { plans: _, ...variables } = config
      return variables
    },
    origin: () => origin,
    reportUnexpected: (error) => log.error({ err: error }, 'A command of the command line failed.'),
  }
  const commands = createCommandServer({
    version: programVersion,
    log,
    run: (args, io) => runForCaller(io, () => runCommand(args, io, backend)),
  })
  const socket = await listenLocally(socketPathOf(file), commands.accept)
  return {
    stop: async () => {
      socket.close()
      await commands.stop()
      await close()
    },
  }
}
