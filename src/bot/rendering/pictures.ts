// Charts as pictures with their texts, cached and shared by all requests for the same chart until its key changes.

import { LRUCache } from 'lru-cache'
import type { PictureInput } from '../../charts/draw-worker.js'
import type { PngPainter } from '../../charts/render-png.js'
import type { NoteRead } from '../../domain/ports/activity.js'
import { MIB } from '../../domain/rounding.js'

export interface Drawing {
  readonly input: PictureInput
  /** The alternative text for screen readers. */
  readonly alt: string
  /** The text shown beside the picture. */
  readonly text: string
}

export type Picture = Omit<Drawing, 'input'> & { readonly png: Buffer }

const MAX_PICTURE_BYTES = 16 * MIB

export class BotChartCache {
  readonly #kept = new LRUCache<string, Picture>({
    maxSize: MAX_PICTURE_BYTES,
    sizeCalculation: ({ png, alt, text }) => png.length + alt.length + text.length,
  })
  readonly #underway = new Map<string, Promise<Picture>>()

  constructor(
    private readonly painter: Pick<PngPainter, 'paint'>,
    private readonly onRead: NoteRead,
  ) {}

  /** `key` must contain everything on which the picture depends. */
  async of(key: string, make: () => Promise<Drawing>): Promise<Picture> {
    const known = this.#kept.get(key) ?? this.#underway.get(key)
    this.onRead(known !== undefined)
    if (known) return known
    const drawing = this.#draw(key, make).finally(() => this.#underway.delete(key))
    this.#underway.set(key, drawing)
    return drawing
  }

  async #draw(key: string, make: () => Promise<Drawing>): Promise<Picture> {
    const { input, alt, text } = await make()
    const picture = { png: await this.painter.paint(input), alt, text }
    this.#kept.set(key, picture)
    return picture
  }
}
