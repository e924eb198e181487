// The program of the operator's command line: it runs the command that its arguments name, and ends with its exit code.
import { runCommandLine } from './dispatch.js'
import { endAtOnce, openTerminal } from './io/terminal.js'

const EXIT_TIMEOUT_MS = 2_000

process.exitCode = await runCommandLine(process.argv.slice(2), openTerminal())
// A pending read of a pipe would keep the process alive. The delay lets the output be written.
setTimeout(endAtOnce, EXIT_TIMEOUT_MS, 'SIGTERM').unref()
