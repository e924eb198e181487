// A process that encodes one icon and has nothing else to wait for: prints of each picture whether it has bytes.
import { createCanvas } from '@napi-rs/canvas'
import { createIconEncoder } from '../../../src/charts/icons/start-encoder.js'

const image = createCanvas(64, 64).toBuffer('image/png')
const images = await createIconEncoder()(image)
console.log(JSON.stringify(Object.values(images ?? {}).map((picture: Uint8Array) => picture.length > 0)))
