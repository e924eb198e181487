// Decides which process runs a verb: beside a running service it is the service, because it owns the database. This file
// loads as little as it can, so that such a verb answers at once; local.ts does the rest where no service runs.
import { readEnvironment } from '../environment.js'
import { programVersion } from '../program-version.js'
import { DEFAULT_DATABASE_URL, databaseFileOf, socketPathOf } from '../store/database-file.js'
import type { Terminal } from './io/terminal.js'
import { runThroughService, SilentServiceError } from './socket/client.js'

/** Verbs of this machine and of the configuration that was typed here, and those that no service may be in the way of. */
const LOCAL_VERBS = ['simulate', 'restore', 'config', 'help']

/** Returns the exit code. */
export async function runVerb(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    for (;;) {
      const code =
        (isForService(args) ? await throughService(args, terminal) : undefined) ?? (await here(args, terminal))
      if (code !== undefined) return code
    }
  } catch (error) {
    terminal.write('err', `error: ${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}

async function here(args: readonly string[], terminal: Terminal): Promise<number | undefined> {
  const { runLocally } = await import('./local.js')
  return runLocally(args, terminal)
}

async function throughService(args: readonly string[], terminal: Terminal): Promise<number | undefined> {
  // As config.ts reads the variable. One that is wrong is told by local.ts.
  const file = databaseFileOf(readEnvironment().DATABASE_URL?.trim() || DEFAULT_DATABASE_URL)
  if (file === undefined) return undefined
  try {
    return await runThroughService({ socketPath: socketPathOf(file), version: programVersion, args, terminal })
  } catch (error) {
    // The doctor is for this, too.
    if (firstVerb(args) === 'doctor' && error instanceof SilentServiceError) {
      const { examineBesideHangingService } = await import('./local.js')
      return examineBesideHangingService(args, terminal, error)
    }
    throw error
  }
}

function isForService(args: readonly string[]): boolean {
  const flags = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined)
  if (flags.some((word) => ['-h', '--help', '--version'].includes(word))) return false
  const verb = firstVerb(args)
  return verb !== undefined && !LOCAL_VERBS.includes(verb)
}

const firstVerb = (args: readonly string[]): string | undefined => args.find((word) => !word.startsWith('-'))
