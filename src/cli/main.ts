// The program of the operator's command line: it runs the command that its arguments name, and ends with its exit code.
import { runCommandLine } from './dispatch.js'
import { endAtOnce, openTerminal, outputWritten } from './io/terminal.js'

const EXIT_TIMEOUT_MS = 2_000

process.exitCode = await runCommandLine(process.argv.slice(2), openTerminal())
// A pager reads when the operator scrolls, so the output has no time limit: Ctrl-C ends the process.
await outputWritten()
// A pending read of a pipe would keep the process alive.
setTimeout(endAtOnce, EXIT_TIMEOUT_MS, 'SIGTERM').unref()
