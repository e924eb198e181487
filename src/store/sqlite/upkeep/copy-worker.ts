// Runs back-up.ts in a process of its own and with the lowest priority: the copy of a large file cannot be interrupted,
// but a process can be killed.
import { HeadcountError } from '../../../domain/error.js'
import { backupFailed, copyDatabase } from './back-up.js'
import { lowerPriority } from './run-worker.js'

const [file = '', copy = ''] = process.argv.slice(2)
lowerPriority()
try {
  process.send?.({ contents: await copyDatabase(file, copy) })
} catch (error) {
  const { code, options } = error instanceof HeadcountError ? error : backupFailed(file, copy, error)
  process.send?.({ code, reason: options.reason ?? backupFailed(file, copy, error).options.reason })
}
