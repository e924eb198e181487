// Reduces a curve to the points that a chart needs: the first, the lowest, the highest and the last of each bucket of
// minutes.
import type { Minute } from '../clock.js'

export interface Curve {
  readonly minutes: Int32Array
  /** The same length as `minutes`; never NaN. */
  readonly values: Float64Array
}

/**
 * Receives points, oldest first. The first and the last point of each bucket preserve the exact edges of a gap; the
 * lowest and the highest preserve peaks.
 */
export class ThinnedCurve {
  readonly #minutes: number[] = []
  readonly #values: number[] = []
  /** The current bucket: minute and value of the first, lowest, highest and last point. */
  #open: [CurvePoint, CurvePoint, CurvePoint, CurvePoint] | undefined
  #bucket = Number.NaN

  constructor(private readonly width: number) {}

  add(minute: Minute, value: number): void {
    if (Number.isNaN(value)) return
    const point = { minute, value }
    const bucket = Math.floor(minute / this.width)
    if (this.#open === undefined || bucket !== this.#bucket) {
      this.#close()
      this.#bucket = bucket
      this.#open = [point, point, point, point]
      return
    }
    if (value < this.#open[1].value) this.#open[1] = point
    if (value > this.#open[2].value) this.#open[2] = point
    this.#open[3] = point
  }

  done(): Curve {
    this.#close()
    return { minutes: Int32Array.from(this.#minutes), values: Float64Array.from(this.#values) }
  }

  #close(): void {
    const inOrder = [...new Set(this.#open)].sort((a, b) => a.minute - b.minute)
    for (const { minute, value } of inOrder) {
      this.#minutes.push(minute)
      this.#values.push(value)
    }
    this.#open = undefined
  }
}

interface CurvePoint {
  readonly minute: Minute
  readonly value: number
}
