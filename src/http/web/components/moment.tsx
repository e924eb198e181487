// A point in time as people read it, with what machines read beside it.
import { isoOfMs } from '../../../domain/clock.js'
import type { RequestContext } from '../page.js'

interface MomentProps extends Pick<RequestContext, 'catalog' | 'timeZone'> {
  /** Milliseconds. */
  readonly at: number
}

export const Moment = ({ at, catalog, timeZone }: MomentProps) => (
  <time dateTime={isoOfMs(at)}>{catalog.dateTime(at, timeZone)}</time>
)
