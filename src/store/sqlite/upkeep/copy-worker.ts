// Runs back-up.ts in a process of its own and with the lowest priority: the copy of a large file cannot be interrupted,
// but a process can be killed.
import { HeadcountError, type Reason } from '../../../domain/error.js'
import { copyDatabase } from './back-up.js'
import { lowerPriority } from './run-worker.js'

const [file = '', copy = ''] = process.argv.slice(2)
lowerPriority()
try {
  process.send?.({ contents: await copyDatabase(file, copy) })
} catch (error) {
  const isKnown = error instanceof HeadcountError
  const cause = error instanceof Error ? error.message : String(error)
  const unknown: Reason = { name: 'backup failed', facts: { file, cause } }
  process.send?.({
    code: isKnown ? error.code : 'UNAVAILABLE',
    reason: (isKnown ? error.options.reason : undefined) ?? unknown,
  })
}
