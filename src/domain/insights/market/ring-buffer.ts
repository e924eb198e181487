// The newest values of a series of numbers at whole positions; older ones are overwritten.

export class RingBuffer {
  private readonly values: Float64Array
  private last: number | undefined

  constructor(readonly size: number) {
    this.values = new Float64Array(size).fill(Number.NaN)
  }

  /** NaN where nothing was set, or where it was overwritten. */
  get(position: number): number {
    const { last } = this
    if (last === undefined || position > last || position <= last - this.size) return Number.NaN
    return this.values[position % this.size] ?? Number.NaN
  }

  /** Positions that are passed over are unknown. A position before the last one is ignored. */
  set(position: number, value: number): void {
    const last = this.last ?? position
    if (position < last) return
    if (position - last >= this.size) this.values.fill(Number.NaN)
    else for (let passed = last + 1; passed < position; passed++) this.values[passed % this.size] = Number.NaN
    this.values[position % this.size] = value
    this.last = position
  }

  clear(): void {
    this.values.fill(Number.NaN)
    this.last = undefined
  }
}
