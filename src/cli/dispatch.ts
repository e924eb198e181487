// Decides which process runs a command. A running service runs it, because it owns the database. This file imports little,
// so that such a command starts fast; without a service, local.ts runs the command.
import { readEnvironment } from '../environment.js'
import { programVersion } from '../program-version.js'
import { DEFAULT_DATABASE_URL, databaseFileOf, socketPathOf } from '../store/database-file.js'
import { argsWithWidth, createFollowingTerminal, followingArgs } from './follow.js'
import type { Terminal } from './io/terminal.js'
import { runThroughService, UnresponsiveServiceError } from './socket/client.js'

/**
 * These need no service: they concern this machine or the configuration here, must work while no service runs, or, as the
 * drill, only read the database and would cost the service time.
 */
const LOCAL_COMMANDS = ['simulate', 'restore', 'migrate-store', 'drill', 'config', 'help']

/** Returns the exit code. */
export async function runCommandLine(typedArgs: readonly string[], terminal: Terminal): Promise<number> {
  const args = argsWithWidth(typedArgs, terminal.columns?.())
  try {
    const followed = await follow(typedArgs, terminal)
    if (followed !== undefined) return followed
    for (;;) {
      const code =
        (isForService(args) ? await throughService(args, terminal) : undefined) ??
        (await withoutService(args, terminal))
      if (code !== undefined) return code
    }
  } catch (error) {
    const { operatorErrorText } = await import('../messages/error-text.js')
    terminal.write('err', `error: ${operatorErrorText(error)}\n`)
    return 1
  }
}

/** Undefined if the command prints only once, if the output is not a terminal, or if no service runs. */
async function follow(args: readonly string[], { openScreen, ...terminal }: Terminal): Promise<number | undefined> {
  const following = followingArgs(args)
  if (openScreen === undefined || following === undefined) return undefined
  const screen = createFollowingTerminal(terminal, openScreen)
  try {
    for (;;) {
      const code = await throughService(argsWithWidth(following, terminal.columns?.()), screen)
      if (code === undefined || !screen.takeWidthChange()) return code
    }
  } finally {
    screen.close()
  }
}

async function withoutService(args: readonly string[], terminal: Terminal): Promise<number | undefined> {
  const { runLocally } = await import('./local.js')
  return runLocally(args, terminal)
}

async function throughService(args: readonly string[], terminal: Terminal): Promise<number | undefined> {
  // The variable is read as in config.ts; local.ts reports an invalid value.
  const file = databaseFileOf(readEnvironment().DATABASE_URL?.trim() || DEFAULT_DATABASE_URL)
  if (file === undefined) return undefined
  try {
    return await runThroughService({ socketPath: socketPathOf(file), version: programVersion, args, terminal })
  } catch (error) {
    // `doctor` also has to diagnose a service that hangs.
    if (commandNameOf(args) === 'doctor' && error instanceof UnresponsiveServiceError) {
      const { examineBesideHangingService } = await import('./local.js')
      return examineBesideHangingService(args, terminal, error)
    }
    throw error
  }
}

function isForService(args: readonly string[]): boolean {
  const flags = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined)
  if (flags.some((word) => ['-h', '--help', '--version'].includes(word))) return false
  const command = commandNameOf(args)
  return command !== undefined && !LOCAL_COMMANDS.includes(command)
}

const commandNameOf = (args: readonly string[]): string | undefined => args.find((word) => !word.startsWith('-'))
