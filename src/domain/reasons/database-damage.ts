// What cannot be read of a database.
import type { Minute } from '../clock.js'

/** A range of samples that can no longer be read. */
export interface LostSamples {
  /**
   * `samples of a minute`: those of all universes of a tick. `sums`: a week was thinned out, and the sums of its days from before are lost. `removed samples`: samples that
   * retention removed cannot be restored, but no readable sample is lost.
   */
  readonly what: 'samples' | 'samples of a minute' | 'sums' | 'removed samples'
  /** Null if the universe is unknown. */
  readonly universeId: number | null
  readonly from: Minute
  readonly until: Minute
  /** The number of samples; null if it is unknown. */
  readonly samples: number | null
}

/** What cannot be read of a database file. */
export interface DatabaseDamage {
  /** The first message of the check of the file structure; null if it found nothing. */
  readonly fileDamage: string | null
  /** The number of weeks of universes and of minutes that cannot be read. */
  readonly lostWeeks: number
  /** The samples in them, as far as their number is known. */
  readonly lostSamples: number
  /** The first of them, at most `MAX_LISTED_DAMAGE`. */
  readonly lost: readonly LostSamples[]
}

export const MAX_LISTED_DAMAGE = 20
