// Pictures that were drawn, kept for whoever asks for the same.
import { LRUCache } from 'lru-cache'
import type { PngPainter } from '../../../charts/render-png.js'

const MEBIBYTE = 1_048_576

export class Pictures {
  private readonly kept = new LRUCache<string, Buffer>({ maxSize: 16 * MEBIBYTE, sizeCalculation: (png) => png.length })
  private readonly underway = new Map<string, Promise<Buffer>>()

  constructor(private readonly painter: Pick<PngPainter, 'paint'>) {}

  /** `key`: all that the picture depends on. Drawn once for all who ask meanwhile. */
  async of(key: string, draw: (painter: Pick<PngPainter, 'paint'>) => Promise<Buffer>): Promise<Buffer> {
    const known = this.kept.get(key) ?? this.underway.get(key)
    if (known) return known
    const drawing = draw(this.painter).finally(() => this.underway.delete(key))
    this.underway.set(key, drawing)
    const png = await drawing
    this.kept.set(key, png)
    return png
  }
}
