// Commands without a running service: the command line opens the database itself, exclusively, for one command.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { compose, composeOperating, type OperatorRoot } from '../compose.js'
import { type Config, examineProcessConfig, publicOrigin, readProcessConfig } from '../config.js'
import { OPERATOR_ACTOR } from '../domain/audit/audit-entry.js'
import { HeadcountError } from '../domain/error.js'
import { DatabaseInUse } from '../domain/ports/store.js'
import { stateOf } from '../local-socket.mjs'
import type { OperatorService } from '../services/operator/operator-service.js'
import type { Services } from '../services/services.js'
import { databaseFileOf, socketPathOf } from '../store/database-file.js'
import { examineDatabase, explainStorageError, requireCurrentSchema } from '../store/open-store.js'
import { type CommandIo, ServiceRunningError, terminalLog, throwIfStopped } from './io/command-io.js'
import { NewFile, OpenFile, requireFree } from './io/operator-files.js'
import type { Terminal } from './io/terminal.js'
import { type CommandBackend, runCommand } from './run-command.js'

/** How long to wait while another command line has the database open for its command. */
const LOCK_TIMEOUT_MS = 30_000
const LOCK_RETRY_DELAY_MS = 50

/** Returns the exit code; undefined if a service has started meanwhile, which then has to run the command. */
export async function runLocally(args: readonly string[], terminal: Terminal): Promise<number | undefined> {
  const io = openLocalIo(terminal)
  try {
    return await runCommand(args, io, openLocalBackend(io))
  } catch (error) {
    if (error instanceof ServiceRunningError) return undefined
    throw error
  } finally {
    io.close()
  }
}

/** Runs `doctor` while a service owns the database and does not answer: checks only the file, and opens no store. */
export async function examineBesideHangingService(
  args: readonly string[],
  terminal: Terminal,
  hanging: HeadcountError,
): Promise<number> {
  const io = openLocalIo(terminal)
  try {
    return await runCommand(args, io, openLocalBackend(io, hanging))
  } finally {
    io.close()
  }
}

function openLocalBackend(io: CommandIo, hanging?: HeadcountError): CommandBackend {
  let config: Config | undefined
  const configuration = (): Config => {
    config ??= readProcessConfig()
    return config
  }
  const withServicesOn = async <T>(config: Config, work: (services: Services) => Promise<T>): Promise<T> => {
    const composed = await openExclusively(config, io)
    try {
      const { services } = composed
      return await services.audit.as(OPERATOR_ACTOR, () => work(services))
    } catch (error) {
      throw explainStorageError(config.DATABASE_URL, error)
    } finally {
      await composed.close()
    }
  }
  const withServices: CommandBackend['withServices'] = (work) => withServicesOn(configuration(), work)
  const withReading: CommandBackend['withReading'] = async (work) => {
    requireCurrentSchema(configuration().DATABASE_URL)
    return withServices(work)
  }
  return {
    withServices,
    withReading,
    withDryRun: (work) =>
      examineDatabase(configuration().DATABASE_URL) === 'new'
        ? inTemporaryFolder((folder) =>
            withServicesOn({ ...configuration(), DATABASE_URL: `file:${join(folder, 'empty.db')}` }, work),
          )
        : withReading(work),
    examineDatabase: () => examineDatabase(configuration().DATABASE_URL),
    withOperating: (work) => closeAfter(composeOperating(configuration(), {}), work),
    examine: () => {
      const { config, problems } = examineProcessConfig()
      return closeAfter(composeOperating(config, { problems, hanging }), (operating) => operating.examine())
    },
    settings: () => {
      const { plans: _, ...variables } = configuration()
      return variables
    },
    origin: () => publicOrigin(configuration()),
    reportUnexpected: (error) => {
      if (config?.LOG_LEVEL === 'debug') console.error(error)
    },
  }
}

/** Only one process may work on a database at a time, so a second command line waits for the first. */
async function openExclusively(config: Config, io: CommandIo): ReturnType<typeof compose> {
  const until = performance.now() + LOCK_TIMEOUT_MS
  for (;;)
    try {
      return await compose(config, undefined, terminalLog(io))
    } catch (error) {
      if (!(error instanceof HeadcountError)) throw openErrorOf(config, error)
      if (!(error instanceof DatabaseInUse) || performance.now() > until || io.signal.aborted) throw error
      // A service was starting when its socket was looked for, and owns the database now.
      if ((await stateOf(socketPathOf(databaseFileOf(config.DATABASE_URL) ?? ''))) === 'live')
        throw new ServiceRunningError()
      await sleep(LOCK_RETRY_DELAY_MS)
    }
}

async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-dry-run-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** SQLite's message does not name the file that cannot be opened. */
const openErrorOf = ({ DATABASE_URL }: Config, error: unknown): unknown =>
  error instanceof Error && !('path' in error)
    ? new Error(`The database ${DATABASE_URL.replace(/\/\/[^/@\s]*@/, '//…@')} cannot be opened: ${error.message}`, {
        cause: error,
      })
    : error

async function closeAfter<T>(composed: OperatorRoot, work: (operating: OperatorService) => Promise<T>): Promise<T> {
  try {
    return await work(composed.operating)
  } finally {
    await composed.close()
  }
}

const CLI_PIECE_BYTES = 262_144

function openLocalIo(terminal: Terminal): CommandIo & { close(): void } {
  const stopping = new AbortController()
  const stopListening = terminal.onInterrupt(() => stopping.abort())
  return {
    write: terminal.write,
    drained: async () => terminal.drained?.(stopping.signal),
    progress: terminal.progress,
    async *readFile(path) {
      const file = await OpenFile.open(path)
      // One buffer for all pieces: new ones of a large file would be a third of what an import leaves to the collector.
      const room = Buffer.alloc(CLI_PIECE_BYTES)
      try {
        for (let piece = await file.read(room); piece !== undefined; piece = await file.read(room)) {
          yield piece
          throwIfStopped(stopping.signal)
        }
      } finally {
        await file.close()
      }
    },
    checkTarget: async (path) => void requireFree(path),
    saveCopy: async (source, target) => {
      const [from, to] = [await OpenFile.open(source), await NewFile.create(target)]
      const room = Buffer.alloc(CLI_PIECE_BYTES)
      try {
        for (let piece = await from.read(room); piece !== undefined; piece = await from.read(room))
          await to.write(piece)
        return await to.finish()
      } finally {
        await from.close()
        await to.discard()
      }
    },
    signal: stopping.signal,
    close: () => {
      stopListening()
      terminal.clearProgress()
    },
  }
}
