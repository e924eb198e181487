// The operator's command line. Beside a running service it is the service that runs the verb: it owns the database. This
// file loads as little as it can, so that such a verb answers at once; local.ts does the rest where no service runs.
import { readEnvironment } from '../environment.js'
import { programVersion } from '../program-version.js'
import { DEFAULT_DATABASE_URL, databaseFileOf, socketPathOf } from '../store/database-file.js'
import { endAtOnce, openTerminal } from './io/terminal.js'
import { runThroughService, SilentServiceError } from './socket/client.js'

const EXIT_TIMEOUT_MS = 2_000
/** Verbs of this machine and of the configuration that was typed here, and those that no service may be in the way of. */
const LOCAL_VERBS = ['simulate', 'restore', 'config', 'help']

const args = process.argv.slice(2)
const terminal = openTerminal()

const code = await run().catch((error: unknown) => {
  terminal.write('err', `error: ${error instanceof Error ? error.message : String(error)}\n`)
  return 1
})
process.exitCode = code
// A read of a pipe that nobody writes to would keep the process alive; what was written has time to get out.
setTimeout(endAtOnce, EXIT_TIMEOUT_MS, 'SIGTERM').unref()

async function run(): Promise<number> {
  for (;;) {
    const code = (isForService() ? await throughService() : undefined) ?? (await here())
    if (code !== undefined) return code
  }
}

async function here(): Promise<number | undefined> {
  const { runLocally } = await import('./local.js')
  return runLocally(args, terminal)
}

async function throughService(): Promise<number | undefined> {
  // As config.ts reads the variable. One that is wrong is told by local.ts.
  const file = databaseFileOf(readEnvironment().DATABASE_URL?.trim() || DEFAULT_DATABASE_URL)
  if (file === undefined) return undefined
  try {
    return await runThroughService({ socketPath: socketPathOf(file), version: programVersion, args, terminal })
  } catch (error) {
    // The doctor is for this, too.
    if (firstVerb() === 'doctor' && error instanceof SilentServiceError) {
      const { examineBesideHangingService } = await import('./local.js')
      return examineBesideHangingService(args, terminal, error)
    }
    throw error
  }
}

function isForService(): boolean {
  const flags = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined)
  if (flags.some((word) => ['-h', '--help', '--version'].includes(word))) return false
  const verb = firstVerb()
  return verb !== undefined && !LOCAL_VERBS.includes(verb)
}

function firstVerb(): string | undefined {
  return args.find((word) => !word.startsWith('-'))
}
