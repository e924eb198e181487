// Pictures that were drawn, kept for whoever asks for the same.
import { LRUCache } from 'lru-cache'
import type { PngPainter } from '../../../charts/render-png.js'
import { ConcurrencyQueue } from '../../../services/reading/turns.js'

const MEBIBYTE = 1_048_576

/** One thread draws for everybody, and some 30 may wait for it. */
const TURNS = {
  concurrency: 4,
  maxWaiting: 60,
  waitTimeoutMs: 20_000,
  tooMany: 'Too many pictures are asked for at once. Ask for fewer, one after the other.',
}

export class WebChartCache {
  private readonly kept = new LRUCache<string, Buffer>({ maxSize: 16 * MEBIBYTE, sizeCalculation: (png) => png.length })
  private readonly underway = new Map<string, Promise<Buffer>>()
  private readonly turns = new ConcurrencyQueue(TURNS)

  constructor(private readonly painter: Pick<PngPainter, 'paint'>) {}

  /** `key`: all that the picture depends on. Drawn once for all who ask meanwhile; `address` is whose turn it takes. */
  async of(
    key: string,
    address: string,
    draw: (painter: Pick<PngPainter, 'paint'>) => Promise<Buffer>,
  ): Promise<Buffer> {
    const known = this.kept.get(key) ?? this.underway.get(key)
    if (known) return known
    return this.turns.take(address, () => this.drawn(key, draw))
  }

  private async drawn(key: string, draw: (painter: Pick<PngPainter, 'paint'>) => Promise<Buffer>): Promise<Buffer> {
    // Somebody else may have had it drawn meanwhile.
    const known = this.kept.get(key) ?? this.underway.get(key)
    if (known) return known
    const drawing = draw(this.painter).finally(() => this.underway.delete(key))
    this.underway.set(key, drawing)
    const png = await drawing
    this.kept.set(key, png)
    return png
  }
}
