// A point in time as readable text, with its machine-readable form in the `datetime` attribute.
import { isoOfMs } from '../../../domain/clock.js'
import type { RequestContext } from '../page.js'

interface MomentProps extends Pick<RequestContext, 'catalog' | 'timeZone'> {
  /** Milliseconds since 1970. */
  readonly at: number
}

export const Moment = ({ at, catalog, timeZone }: MomentProps) => (
  <time dateTime={isoOfMs(at)}>{catalog.dateTime(at, timeZone)}</time>
)
