// The program of the operator's command line: it runs the verb of its arguments and ends with the verb's exit code.
import { runVerb } from './dispatch.js'
import { endAtOnce, openTerminal } from './io/terminal.js'

const EXIT_TIMEOUT_MS = 2_000

process.exitCode = await runVerb(process.argv.slice(2), openTerminal())
// A pending read of a pipe would keep the process alive. The delay lets the output be written.
setTimeout(endAtOnce, EXIT_TIMEOUT_MS, 'SIGTERM').unref()
