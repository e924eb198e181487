// Encodes icons on a thread of their own, one thread for each: what a picture of another origin does to its decoder ends
// with the thread. One after the other, because a first start has hundreds of them, and most of a thread's time is to begin.
import { Worker } from 'node:worker_threads'
import type { IconEncoder, IconImages } from '../../domain/ports/icons.js'
import { compiled } from '../../project-root.js'

const THREAD = compiled('charts/icons/icon-worker.ts')
const ENCODE_TIMEOUT_MS = 10_000
const MAX_HEAP_MIB = 64

/** Fails where the thread fails, or where there is no result in time, which includes the time until the ones before have ended. */
export function createIconEncoder(timeoutMs = ENCODE_TIMEOUT_MS): IconEncoder {
  let last: Promise<unknown> = Promise.resolve()
  return (image) => {
    const until = performance.now() + timeoutMs
    const images = last.then(() => encodeOnThread(image, until - performance.now()))
    last = images.catch(() => undefined)
    return images
  }
}

async function encodeOnThread(image: Uint8Array, leftMs: number): Promise<IconImages | undefined> {
  if (leftMs <= 0) throw new Error('Other icons took so long that an icon was not encoded.')
  return new Promise((resolve, reject) => {
    const worker = new Worker(THREAD, {
      workerData: { image },
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
    })
    let answer: { readonly images: IconImages | undefined } | undefined
    const end = (): void => {
      clearTimeout(timer)
      if (answer === undefined) reject(new Error('The thread that encodes an icon ended without a result.'))
      else resolve(answer.images)
    }
    // A decoder that goes on for ever does not end with the thread, so this does not wait for it.
    const timer = setTimeout(() => {
      void worker.terminate()
      worker.unref()
      end()
    }, leftMs)
    worker.on('message', (images: IconImages | undefined) => {
      answer = { images }
    })
    worker.on('error', reject)
    worker.on('exit', end)
  })
}
