// Restores a copy into a new file and reads everything in it, in a process of its own and with the lowest priority.
import { constants, setPriority } from 'node:os'
import { HeadcountError, type Reason } from '../../../domain/error.js'
import { restore } from './restore.js'
import { verifyFile } from './verify-file.js'

const [copy = '', target = ''] = process.argv.slice(2)
try {
  setPriority(constants.priority.PRIORITY_LOW)
} catch {
  // Some systems do not allow it; then the process keeps the normal priority.
}
// Where the service has ended, nobody waits for the result.
process.once('disconnect', () => process.exit())
process.send?.(await answer(), () => process.disconnect())

async function answer() {
  try {
    const { samples, accounts, games } = restore(target, copy, Date.now())
    const { fileDamage, lost } = await verifyFile(target)
    return { restored: { samples, accounts, games, fileDamage, lostWeeks: lost.length } }
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    const unknown: Reason = { name: 'restore test failed', facts: { file: copy, cause } }
    return { reason: (error instanceof HeadcountError ? error.options.reason : undefined) ?? unknown }
  }
}
