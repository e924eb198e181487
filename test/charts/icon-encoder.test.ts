// Each icon is encoded on a thread of its own, of which most of the time is to begin: a first start has hundreds of icons.
import type { Worker } from 'node:worker_threads'
import { createCanvas } from '@napi-rs/canvas'
import { expect, onTestFinished, test } from 'vitest'
import { createIconEncoder } from '../../src/charts/icons/start-encoder.js'

function pictureOf(color: string): Uint8Array {
  const canvas = createCanvas(64, 64)
  const context = canvas.getContext('2d')
  context.fillStyle = color
  context.fillRect(0, 0, 64, 64)
  return canvas.toBuffer('image/png')
}

test('icons are encoded one after the other, each on its own thread, also after one that cannot be', async () => {
  let [running, most, begun] = [0, 0, 0]
  const count = (worker: Worker): void => {
    begun++
    running++
    most = Math.max(most, running)
    worker.once('exit', () => running--)
  }
  process.on('worker', count)
  onTestFinished(() => void process.off('worker', count))
  const encode = createIconEncoder()
  const pictures = [pictureOf('red'), new Uint8Array([1, 2, 3]), pictureOf('green'), pictureOf('blue')]
  const images = await Promise.all(pictures.map(encode))
  expect(images.map((image) => image !== undefined)).toEqual([true, false, true, true])
  expect(begun).toBe(4)
  expect(most).toBe(1)
})
