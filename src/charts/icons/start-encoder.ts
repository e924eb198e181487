// Encodes icons on a thread of their own, one thread for each: what a picture of another origin does to its decoder ends
// with the thread.
import { Worker } from 'node:worker_threads'
import type { IconEncoder, IconImages } from '../../domain/ports/icons.js'
import { compiled } from '../../project-root.js'

const THREAD = compiled('charts/icons/icon-worker.ts')
const ENCODE_TIMEOUT_MS = 10_000
const MAX_HEAP_MIB = 64

/** Fails where the thread fails or does not end in time. */
export const createIconEncoder =
  (timeoutMs = ENCODE_TIMEOUT_MS): IconEncoder =>
  (image) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(THREAD, {
        workerData: { image },
        resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
      })
      worker.unref()
      const timer = setTimeout(() => void worker.terminate(), timeoutMs)
      timer.unref()
      worker.on('message', (images: IconImages | undefined) => resolve(images))
      worker.on('error', reject)
      worker.on('exit', () => {
        clearTimeout(timer)
        reject(new Error('The thread that encodes an icon ended without a result.'))
      })
    })
