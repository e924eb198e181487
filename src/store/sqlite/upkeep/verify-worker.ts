// Runs verify-file.ts in a process of its own, beside the service and with the lowest priority.
import { lowerPriority } from './run-worker.js'
import { verifyFile } from './verify-file.js'

lowerPriority()
// Where the service has ended, nobody waits for the result.
process.once('disconnect', () => process.exit())
process.send?.(await verifyFile(process.argv[2] ?? ''), () => process.disconnect())
