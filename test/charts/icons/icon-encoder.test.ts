// Each icon is encoded on a thread of its own, of which most of the time is to begin: a first start has hundreds of icons.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Worker } from 'node:worker_threads'
import { createCanvas } from '@napi-rs/canvas'
import { expect, onTestFinished, test } from 'vitest'
import { createIconEncoder } from '../../../src/charts/icons/start-encoder.js'

function pictureOf(color: string): Uint8Array {
  const canvas = createCanvas(64, 64)
  const context = canvas.getContext('2d')
  context.fillStyle = color
  context.fillRect(0, 0, 64, 64)
  return canvas.toBuffer('image/png')
}

/** Counts threads until the end of the test. */
function countThreads() {
  const counts = { running: 0, most: 0, begun: 0 }
  const count = (worker: Worker): void => {
    counts.begun++
    counts.running++
    counts.most = Math.max(counts.most, counts.running)
    worker.once('exit', () => counts.running--)
  }
  process.on('worker', count)
  onTestFinished(() => void process.off('worker', count))
  return counts
}

test('icons are encoded one after the other, each on its own thread, also after one that cannot be', async () => {
  const counts = countThreads()
  const encode = createIconEncoder()
  const pictures = [pictureOf('red'), new Uint8Array([1, 2, 3]), pictureOf('green'), pictureOf('blue')]
  const images = await Promise.all(pictures.map(encode))
  expect(images.map((image) => image !== undefined)).toEqual([true, false, true, true])
  expect(counts).toMatchObject({ begun: 4, most: 1 })
})

test('an icon for which the ones before leave no time is rejected, and its thread does not begin', async () => {
  const counts = countThreads()
  // No thread begins in a millisecond.
  const encode = createIconEncoder(1)
  const outcomes = await Promise.allSettled([pictureOf('red'), pictureOf('green'), pictureOf('blue')].map(encode))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(counts.begun).toBe(1)
})

test('a process that waits for nothing but an icon gets it before it ends', async () => {
  const script = fileURLToPath(new URL('encode-process.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script], { timeout: 60_000 })
  expect(JSON.parse(stdout)).toEqual([true, true])
})
