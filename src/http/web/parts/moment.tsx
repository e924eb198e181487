// A point in time as people read it, with what machines read beside it.
import { isoOfMs } from '../../../domain/clock.js'
import type { RequestContext } from '../page.js'

interface MomentProps extends Pick<RequestContext, 'words' | 'timeZone'> {
  /** Milliseconds. */
  readonly at: number
}

export const Moment = ({ at, words, timeZone }: MomentProps) => (
  <time dateTime={isoOfMs(at)}>{words.dateTime(at, timeZone)}</time>
)
