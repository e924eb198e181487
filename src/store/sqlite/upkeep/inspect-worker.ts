// Runs inspect-file.ts in a process of its own: a check of a large file cannot be interrupted, but a process can be
// killed.
import { inspectFile } from './inspect-file.js'

process.send?.(inspectFile(process.argv[2] ?? ''))
