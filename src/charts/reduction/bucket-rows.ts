// Selects the rows of a line that show its shape: the lowest and the highest of each bucket, and both ends of the line.
export class BucketRows {
  private readonly rows: number[] = []
  private bucket = Number.NaN
  private first = 0
  private last = 0
  private low = 0
  private high = 0
  private lowest = 0
  private highest = 0

  /** With `keepsEnds`, the first and the last row of each bucket stay too. */
  constructor(private readonly keepsEnds = false) {}

  /** Rows are added in order. */
  add(row: number, value: number, bucket: number): void {
    if (bucket !== this.bucket) {
      if (Number.isNaN(this.bucket)) this.keep(row)
      else this.close()
      this.bucket = bucket
      this.first = this.low = this.high = row
      this.lowest = this.highest = value
    } else if (value < this.lowest) {
      this.low = row
      this.lowest = value
    } else if (value > this.highest) {
      this.high = row
      this.highest = value
    }
    this.last = row
  }

  /** Ascending. At least one row must have been added. */
  done(): readonly number[] {
    this.close()
    this.keep(this.last)
    return this.rows
  }

  private close(): void {
    if (this.keepsEnds) this.keep(this.first)
    this.keep(Math.min(this.low, this.high))
    this.keep(Math.max(this.low, this.high))
    if (this.keepsEnds) this.keep(this.last)
  }

  private keep(row: number): void {
    if (row > (this.rows.at(-1) ?? -1)) this.rows.push(row)
  }
}
