// The command line's entrance to a running service: verbs run in this process, on the store that it owns.
import { type CommandBackend, runCommand } from './cli/run-command.js'
import { type CommandServer, serveCommands } from './cli/socket/server.js'
import { type Composed, composeOperating } from './compose.js'
import type { Config } from './config.js'
import type { Clock } from './domain/clock.js'
import type { Log } from './domain/ports/log.js'
import { listenLocally, socketPathOf } from './local-socket.js'
import { programVersion } from './program-version.js'
import { databaseFileOf } from './store/database-file.js'

export interface CommandServerParts {
  readonly config: Config
  readonly composed: Composed
  readonly clock: Clock
  readonly log: Log
  /** Where the service is reached; undefined where that is not known. */
  readonly origin: string | undefined
}

export async function startCommandServer({
  config,
  composed,
  clock,
  log,
  origin,
}: CommandServerParts): Promise<CommandServer> {
  const { operations, store } = composed
  const { operating, close } = composeOperating(config, { clock, store })
  const backend: CommandBackend = {
    withOperations: (work) => work(operations),
    withOperating: (work) => work(operating),
    examine: () => operating.examine(),
    settings: () => {
      const { plans: _, ...variables } = config
      return variables
    },
    origin: () => origin,
    unforeseen: (error) => log.error({ err: error }, 'A command of the command line failed.'),
  }
  const server = await listenLocally(socketPathOf(databaseFileOf(config.DATABASE_URL) ?? ''))
  const run = (words: readonly string[], io: Parameters<typeof runCommand>[1]) => runCommand(words, io, backend)
  const commands = serveCommands({ server, version: programVersion, log, run })
  return {
    stop: async () => {
      await commands.stop()
      await close()
    },
  }
}
