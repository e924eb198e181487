// The files of pictures, read by the canvas's own decoder.
import { createCanvas, loadImage } from '@napi-rs/canvas'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodePng } from '../../src/charts/png/png-file.js'

const OPAQUE = 255

const picture = fc
  .record({ width: fc.integer({ min: 1, max: 40 }), height: fc.integer({ min: 1, max: 40 }) })
  .chain(({ width, height }) => {
    const bytes = width * height * 4
    return fc
      .uint8Array({ minLength: bytes, maxLength: bytes })
      .map((pixels) => ({ width, height, pixels: pixels.map((value, n) => (n % 4 === 3 ? OPAQUE : value)) }))
  })

test('every pixel of an opaque picture is read back from its file', async () => {
  await fc.assert(
    fc.asyncProperty(picture, async ({ width, height, pixels }) => {
      const image = await loadImage(await encodePng(pixels, width, height))
      expect([image.width, image.height]).toEqual([width, height])
      const context = createCanvas(width, height).getContext('2d')
      context.drawImage(image, 0, 0)
      expect([...context.getImageData(0, 0, width, height).data]).toEqual([...pixels])
    }),
    { numRuns: 50 },
  )
})
