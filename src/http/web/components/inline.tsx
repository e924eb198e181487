// Elements inside a sentence: a point in time, and how to reach the operator.

import type { ComponentChildren } from 'preact'
import { isoOfMs } from '../../../domain/clock.js'
import type { RequestContext } from '../page.js'

interface MomentProps extends Pick<RequestContext, 'catalog' | 'timeZone'> {
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Readable text, with the machine-readable form in the `datetime` attribute. */
export const Moment = ({ at, catalog, timeZone }: MomentProps) => (
  <time dateTime={isoOfMs(at)}>{catalog.dateTime(at, timeZone)}</time>
)

/** The operator's contact as configured, as a link where it is an email address or a URL. */
export function Contact({ contact }: { readonly contact: string }): ComponentChildren {
  const isUrl = /^https?:\/\//i.test(contact)
  const isMail = /^[^\s@]+@[^\s@]+$/.test(contact)
  return isUrl || isMail ? <a href={isUrl ? contact : `mailto:${contact}`}>{contact}</a> : contact
}
