// Encodes icons on a thread of their own, one thread for each: what a picture of another origin does to its decoder ends
// with the thread. One after the other, because a first start has hundreds of them, and most of a thread's time is to begin.
import { Worker } from 'node:worker_threads'
import type { IconEncoder, IconImages } from '../../domain/ports/icons.js'
import { compiled } from '../../project-root.js'

const THREAD = compiled('charts/icons/icon-worker.ts')
const ENCODE_TIMEOUT_MS = 10_000
const MAX_HEAP_MIB = 64

/** Fails where the thread fails or does not end in time. */
export function createIconEncoder(timeoutMs = ENCODE_TIMEOUT_MS): IconEncoder {
  let last: Promise<unknown> = Promise.resolve()
  return (image) => {
    const images = last.then(() => encodeOnThread(image, timeoutMs))
    last = images.catch(() => undefined)
    return images
  }
}

function encodeOnThread(image: Uint8Array, timeoutMs: number): Promise<IconImages | undefined> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(THREAD, {
      workerData: { image },
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
    })
    worker.unref()
    const timer = setTimeout(() => void worker.terminate(), timeoutMs)
    timer.unref()
    let answer: { readonly images: IconImages | undefined } | undefined
    worker.on('message', (images: IconImages | undefined) => {
      answer = { images }
    })
    worker.on('error', reject)
    worker.on('exit', () => {
      clearTimeout(timer)
      if (answer !== undefined) return resolve(answer.images)
      reject(new Error('The thread that encodes an icon ended without a result.'))
    })
  })
}
