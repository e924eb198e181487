// Runs a command of the command line in the process of the tests, with an environment and a working folder of its own:
// to start a process for each of hundreds of commands would take a third of a second each.
import { runCommandLine } from '../../../src/cli/dispatch.js'
import type { Terminal } from '../../../src/cli/io/terminal.js'
import type { CliResult } from './run-cli.js'

/** Commands that run at once share the environment and folder of the process: the first one sets them, the last one resets them. */
let running = 0
let context: { readonly environment: NodeJS.ProcessEnv; readonly folder: string } | undefined

export async function runInProcess(
  args: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<CliResult> {
  begin(folder, environment)
  const output = { out: '', err: '' }
  const terminal: Terminal = {
    write: (stream, text) => {
      output[stream] += text
    },
    progress: () => undefined,
    clearProgress: () => undefined,
    onInterrupt: () => () => undefined,
  }
  try {
    return { code: await runCommandLine(args, terminal), stdout: output.out, stderr: output.err }
  } finally {
    end()
  }
}

function begin(folder: string, environment: Readonly<Record<string, string>>): void {
  if (running > 0 && JSON.stringify(process.env) !== JSON.stringify(environment))
    throw new Error('Commands that run at the same time in one process have the same environment.')
  running++
  context ??= { environment: process.env, folder: process.cwd() }
  process.env = { ...environment }
  process.chdir(folder)
}

function end(): void {
  if (--running > 0 || context === undefined) return
  process.env = context.environment
  process.chdir(context.folder)
  context = undefined
}
