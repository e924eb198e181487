// Runs verify-file.ts in a process of its own, beside the service and with the lowest priority.
import { constants, setPriority } from 'node:os'
import { verifyFile } from './verify-file.js'

try {
  setPriority(constants.priority.PRIORITY_LOW)
} catch {
  // Some systems do not allow it; then the process keeps the normal priority.
}
// Where the service has ended, nobody waits for the result.
process.once('disconnect', () => process.exit())
process.send?.(await verifyFile(process.argv[2] ?? ''), () => process.disconnect())
