// One line of a file of samples, parsed and validated as far as is possible without the other lines.
import type { Sample } from './sample.js'

export interface ImportRow {
  /** The line number in the file, from 1, the header included. */
  readonly line: number
  readonly sample: Sample
  readonly revenue: number | null
}
