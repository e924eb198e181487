// Decodes a picture and encodes it again as square icons. It blocks its thread for some milliseconds.
import { createCanvas, type Image, loadImage } from '@napi-rs/canvas'
import { ICON_SIDES, type IconImages } from '../../domain/ports/icons.js'
import { decodableImage } from './image-header.js'

/** WebP quality; the second one for the rare picture that is too large with the first. */
const QUALITIES = [82, 40] as const
const MAX_ICON_BYTES = 48 * 1024

/** Undefined for anything but a PNG, JPEG or WebP image of moderate size. Nothing of the file is kept but its pixels. */
export async function encodeIcon(bytes: Uint8Array): Promise<IconImages | undefined> {
  const decodable = decodableImage(bytes)
  if (decodable === undefined) return undefined
  const image = await loadImage(decodable).catch(() => undefined)
  if (image === undefined || image.width < 1 || image.height < 1) return undefined
  const [small, large] = await Promise.all([drawSquare(image, ICON_SIDES.small), drawSquare(image, ICON_SIDES.large)])
  return small && large && { small, large }
}

/** Draws the middle square of the picture at this size. */
async function drawSquare(image: Image, side: number): Promise<Uint8Array | undefined> {
  const canvas = createCanvas(side, side)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  const middleSide = Math.min(image.width, image.height)
  context.drawImage(
    image,
    (image.width - middleSide) / 2,
    (image.height - middleSide) / 2,
    middleSide,
    middleSide,
    0,
    0,
    side,
    side,
  )
  for (const quality of QUALITIES) {
    const encoded = await canvas.encode('webp', quality)
    if (encoded.length <= MAX_ICON_BYTES) return encoded
  }
  return undefined
}
