// The program of the operator's command line.
import { runVerb } from './dispatch.js'
import { endAtOnce, openTerminal } from './io/terminal.js'

const EXIT_TIMEOUT_MS = 2_000

process.exitCode = await runVerb(process.argv.slice(2), openTerminal())
// A read of a pipe that nobody writes to would keep the process alive; what was written has time to get out.
setTimeout(endAtOnce, EXIT_TIMEOUT_MS, 'SIGTERM').unref()
