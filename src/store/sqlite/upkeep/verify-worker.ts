// A process of its own for verify-file.ts: it reads the whole database, beside the service and after everything else.
import { constants, setPriority } from 'node:os'
import { verifyFile } from './verify-file.js'

try {
  setPriority(constants.priority.PRIORITY_LOW)
} catch {
  // Some systems let nobody choose; then it runs as others do.
}
// Where the service has died, nobody waits for an answer.
process.once('disconnect', () => process.exit())
process.send?.(await verifyFile(process.argv[2] ?? ''), () => process.disconnect())
