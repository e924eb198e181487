// Selects the rows of a line that show its shape: the lowest and the highest of each bucket, and both ends of the line.

export class BucketRows {
  private readonly rows: number[] = []
  private bucket = Number.NaN
  private firstRow = 0
  private lastRow = 0
  private lowRow = 0
  private highRow = 0
  private lowValue = 0
  private highValue = 0

  /** With `keepsEnds`, the first and the last row of each bucket stay too. */
  constructor(private readonly keepsEnds = false) {}

  /** Rows are added in order. */
  add(row: number, value: number, bucket: number): void {
    if (bucket !== this.bucket) {
      if (Number.isNaN(this.bucket)) this.keep(row)
      else this.close()
      this.bucket = bucket
      this.firstRow = this.lowRow = this.highRow = row
      this.lowValue = this.highValue = value
    } else if (value < this.lowValue) {
      this.lowRow = row
      this.lowValue = value
    } else if (value > this.highValue) {
      this.highRow = row
      this.highValue = value
    }
    this.lastRow = row
  }

  /** Returns the selected rows, ascending. At least one row must have been added. */
  finish(): readonly number[] {
    this.close()
    this.keep(this.lastRow)
    return this.rows
  }

  private close(): void {
    if (this.keepsEnds) this.keep(this.firstRow)
    this.keep(Math.min(this.lowRow, this.highRow))
    this.keep(Math.max(this.lowRow, this.highRow))
    if (this.keepsEnds) this.keep(this.lastRow)
  }

  private keep(row: number): void {
    if (row > (this.rows.at(-1) ?? -1)) this.rows.push(row)
  }
}
