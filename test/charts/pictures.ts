// Pictures compared with a tolerance, by canvas itself: fonts are drawn a shade differently by each release.
import { createCanvas, type Image, loadImage } from '@napi-rs/canvas'

/** Half the size: as a phone shows it, and small enough to keep. */
export async function shrunk(png: Uint8Array): Promise<Buffer> {
  const image = await loadImage(Buffer.from(png))
  const canvas = createCanvas(image.width / 2, image.height / 2)
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas.encode('png')
}

/** A channel may differ by so much before the pixel counts. */
const SHADE = 48

/** The share of pixels that differ, 0 … 1; 1 where the sizes do. */
export async function difference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [first, second] = await Promise.all([one, other].map((png) => loadImage(Buffer.from(png))))
  if (!first || !second || first.width !== second.width || first.height !== second.height) return 1
  const [a, b] = [pixelsOf(first), pixelsOf(second)]
  let count = 0
  for (let at = 0; at < a.length; at += 4) {
    if ([0, 1, 2].some((channel) => Math.abs((a[at + channel] ?? 0) - (b[at + channel] ?? 0)) > SHADE)) count++
  }
  return count / (a.length / 4)
}

function pixelsOf(image: Image): Uint8ClampedArray {
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  return context.getImageData(0, 0, image.width, image.height).data
}

/** How many pixels are about this color, `#rrggbb`. */
export async function countColor(png: Uint8Array, color: string): Promise<number> {
  const wanted = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  const pixels = pixelsOf(await loadImage(Buffer.from(png)))
  let count = 0
  for (let at = 0; at < pixels.length; at += 4) {
    if (wanted.every((value, channel) => Math.abs((pixels[at + channel] ?? 0) - value) < 12)) count++
  }
  return count
}
