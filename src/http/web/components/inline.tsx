// Elements inside a sentence: points in time, and how to reach the operator.

import { type ComponentChildren, Fragment } from 'preact'
import { isoOfMs } from '../../../domain/clock.js'
import type { RequestContext } from '../page.js'

interface MomentProps extends Pick<RequestContext, 'catalog' | 'timeZone'> {
  /** Milliseconds since 1970. */
  readonly at: number
  /** A date, a time of day, or both. */
  readonly style?: 'date' | 'time' | 'date-time'
}

const WRITERS = { date: 'date', time: 'clockTime', 'date-time': 'dateTime' } as const

/** Readable text, with the machine-readable form, from which a browser in another zone writes its own text (WEB-33). */
export const Moment = ({ at, catalog, timeZone, style = 'date-time' }: MomentProps) => (
  <time dateTime={isoOfMs(at)} data-time={style}>
    {catalog[WRITERS[style]](at, timeZone)}
  </time>
)

/** A placeholder for a time until the text is complete. */
const MARK = '\u0000'

interface TimedTextProps extends Pick<MomentProps, 'catalog' | 'timeZone' | 'style'> {
  /** Writes the text; every time in it, ms, goes through `when`, the end of a span with its begin. */
  readonly text: (when: (at: number, after?: number) => string) => string
}

/** A text of the catalog whose times are elements, so that the browser can write them in its own zone. */
export function TimedText({ text, ...look }: TimedTextProps) {
  const times: Pick<MomentProps, 'at' | 'style'>[] = []
  const dayOf = (at: number) => look.catalog.date(at, look.timeZone)
  const parts = text((at, after) => {
    const isSameDay = after !== undefined && dayOf(at) === dayOf(after)
    return `${MARK}${times.push({ at, ...(isSameDay ? { style: 'time' } : {}) }) - 1}${MARK}`
  }).split(MARK)
  return (
    <>
      {parts.map((part, index) => {
        const time = index % 2 === 0 ? undefined : times[Number(part)]
        return <Fragment key={index}>{time === undefined ? part : <Moment {...look} {...time} />}</Fragment>
      })}
    </>
  )
}

/** The operator's contact as configured, as a link where it is an email address or a URL. */
export function Contact({ contact }: { readonly contact: string }): ComponentChildren {
  const isUrl = /^https?:\/\//i.test(contact)
  const isMail = /^[^\s@]+@[^\s@]+$/.test(contact)
  return isUrl || isMail ? <a href={isUrl ? contact : `mailto:${contact}`}>{contact}</a> : contact
}
