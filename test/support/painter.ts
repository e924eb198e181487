// One painter for all tests of a worker: its thread takes half a second to start, and each bot draws before it serves.
import { openPngPainter, type PngPainter } from '../../src/charts/render-png.js'

const shared = openPngPainter()

/** Closing it does nothing, because other tests use it; it ends with the worker. */
export const sharedPainter: PngPainter = {
  paint: shared.paint,
  warmUp: shared.warmUp,
  close: async () => undefined,
}
