// Caches rendered chart pictures.

import { LRUCache } from 'lru-cache'
import type { PngPainter } from '../../../charts/render-png.js'
import type { NoteRead } from '../../../domain/ports/activity.js'
import { MIB } from '../../../domain/rounding.js'
import { ConcurrencyQueue } from '../../../services/reading/concurrency-queue.js'

/** One thread renders for all requests, and about 30 of them may wait for it. */
const QUEUE_OPTIONS = {
  concurrency: 4,
  maxWaiting: 60,
  waitTimeoutMs: 20_000,
  tooMany: { name: 'too many pictures', facts: {} },
} as const

export class WebChartCache {
  private readonly pngs = new LRUCache<string, Buffer>({ maxSize: 16 * MIB, sizeCalculation: (png) => png.length })
  private readonly underway = new Map<string, Promise<Buffer>>()
  private readonly turns = new ConcurrencyQueue(QUEUE_OPTIONS)

  constructor(
    private readonly painter: Pick<PngPainter, 'paint'>,
    private readonly onRead: NoteRead,
  ) {}

  /**
   * `key` identifies everything that the picture depends on, so concurrent requests share one rendering. `address` is the client that
   * waits in the queue.
   */
  async of(
    key: string,
    address: string,
    draw: (painter: Pick<PngPainter, 'paint'>) => Promise<Buffer>,
  ): Promise<Buffer> {
    const known = this.pngs.get(key) ?? this.underway.get(key)
    this.onRead(known !== undefined)
    if (known) return known
    return this.turns.take(address, () => this.drawn(key, draw))
  }

  private async drawn(key: string, draw: (painter: Pick<PngPainter, 'paint'>) => Promise<Buffer>): Promise<Buffer> {
    // Another request may have rendered the picture in the meantime.
    const known = this.pngs.get(key) ?? this.underway.get(key)
    if (known) return known
    const drawing = draw(this.painter).finally(() => this.underway.delete(key))
    this.underway.set(key, drawing)
    const png = await drawing
    this.pngs.set(key, png)
    return png
  }
}
