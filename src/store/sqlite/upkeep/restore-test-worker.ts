// Restores a copy into a new file, for which everything in it is read, in a process of its own and with the lowest priority.
import { HeadcountError, type Reason } from '../../../domain/error.js'
import { restore } from './restore.js'
import { lowerPriority } from './run-worker.js'

const [copy = '', target = ''] = process.argv.slice(2)
lowerPriority()
// Where the service has ended, nobody waits for the result.
process.once('disconnect', () => process.exit())
process.send?.(await answer(), () => process.disconnect())

async function answer() {
  try {
    // A copy has the damage of the database, which was reported when it was written.
    const { samples, accounts, games, damage } = await restore(target, copy, {
      now: Date.now(),
      isDamageAccepted: true,
    })
    const { fileDamage, lostWeeks } = damage ?? { fileDamage: null, lostWeeks: 0 }
    return { restored: { samples, accounts, games, fileDamage, lostWeeks } }
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    const unknown: Reason = { name: 'restore test failed', facts: { file: copy, cause } }
    return { reason: (error instanceof HeadcountError ? error.options.reason : undefined) ?? unknown }
  }
}
