// The worker thread that decodes one picture of another origin and encodes it as icons.
import { parentPort, workerData } from 'node:worker_threads'
import { encodeIcon } from './encode-icon.js'

const { image } = workerData as { readonly image: Uint8Array }
const images = await encodeIcon(image)
parentPort?.postMessage(images)
