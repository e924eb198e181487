// Runs back-up.ts in a process of its own: the copy of a large file cannot be interrupted, but a process can be killed.
import { HeadcountError } from '../../../domain/error.js'
import { copyDatabase } from './back-up.js'

const [file = '', copy = ''] = process.argv.slice(2)
try {
  process.send?.({ contents: copyDatabase(file, copy) })
} catch (error) {
  const code = error instanceof HeadcountError ? error.code : 'UNAVAILABLE'
  process.send?.({ code, message: error instanceof Error ? error.message : String(error) })
}
