// One painter for all tests of a worker: its thread takes half a second to start, and each bot draws before it serves.
import { openPngPainter, type PngPainter } from '../../src/charts/render-png.js'

const shared = openPngPainter()

/** Its owner does not close it: that is left to the end of the worker. */
export const sharedPainter: PngPainter = {
  paint: shared.paint,
  warmUp: shared.warmUp,
  close: async () => undefined,
}
