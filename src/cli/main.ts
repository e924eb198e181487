// The operator's command line. A running service runs the command, because it owns the database. This file imports little, so
// that such a command starts fast; without a service, local.ts runs the command.
import { readEnvironment } from '../environment.js'
import { programVersion } from '../program-version.js'
import { DEFAULT_DATABASE_URL, databaseFileOf, socketPathOf } from '../store/database-file.js'
import { endAtOnce, openTerminal } from './io/terminal.js'
import { runThroughService, SilentServiceError } from './socket/client.js'

const EXIT_TIMEOUT_MS = 2_000
/** These need no service: they concern this machine or the configuration here, or must work while no service runs. */
const LOCAL_VERBS = ['simulate', 'restore', 'config', 'help']

const args = process.argv.slice(2)
const terminal = openTerminal()

const code = await run().catch((error: unknown) => {
  terminal.write('err', `error: ${error instanceof Error ? error.message : String(error)}\n`)
  return 1
})
process.exitCode = code
// A pending read of a pipe would keep the process alive. The delay lets the output be written.
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
  // The variable is read as in config.ts; local.ts reports an invalid value.
  const file = databaseFileOf(readEnvironment().DATABASE_URL?.trim() || DEFAULT_DATABASE_URL)
  if (file === undefined) return undefined
  try {
    return await runThroughService({ socketPath: socketPathOf(file), version: programVersion, args, terminal })
  } catch (error) {
    // `doctor` also has to diagnose a service that hangs.
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
