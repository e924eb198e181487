// A point in time as people read it, with what machines read beside it.
import { isoOfMs } from '../../../domain/clock.js'
import type { Asked } from '../page.js'

interface MomentShown extends Pick<Asked, 'words' | 'timeZone'> {
  /** Milliseconds. */
  readonly at: number
}

export const Moment = ({ at, words, timeZone }: MomentShown) => (
  <time dateTime={isoOfMs(at)}>{words.dateTime(at, timeZone)}</time>
)
