// One line of a file of samples, read and checked as far as the line alone allows.
import type { Sample } from './sample.js'

export interface ImportRow {
  /** Its number in the file, from 1, the header included. */
  readonly line: number
  readonly sample: Sample
  readonly revenue: number | null
}
