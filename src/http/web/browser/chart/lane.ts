// The lane under the time axis: a mark for each event, or for several that are too close, whose details open in a popover.
import type { Chart } from '../../../../charts/chart-option.js'
import { type ChartTexts, filled } from '../../../../charts/page/figure-texts.js'
import type { ChartEvent } from '../../../../charts/page/wire.js'
import { type Minute, msOf } from '../../../../domain/clock.js'
import { dateFormat } from '../../../../domain/rules/wall-clock.js'
import { timeZoneNow } from './look.js'
import type { VisibleWindow } from './window.js'

/** The side of a mark in pixels, which is the smallest size that a finger should have to hit (WCAG 2.5.8). */
const LANE_MARK_SIZE = 24
/** A narrower span is shown as an icon without a bar. */
const MIN_SPAN = 6
const SIGNS: Readonly<Record<ChartEvent['kind'], string>> = {
  update: '↑',
  incident: '!',
  market_fall: '↓',
  gap: '…',
  record: '★',
  milestone: '◆',
  alert: '⚑',
  note: '✎',
}

interface LaneOptions {
  readonly place: HTMLElement
  readonly figure: HTMLElement
  readonly texts: ChartTexts
  readonly locale: string
  /** Shows the moment in the plot, and no more. */
  point(minute: Minute): void
  leave(): void
}

interface EventGroup {
  readonly x: number
  readonly events: ChartEvent[]
}

export class EventLane {
  private readonly details = document.createElement('div')
  private content = ''

  constructor(private readonly options: LaneOptions) {
    const { details } = this
    details.className = 'event-details'
    details.popover = 'auto'
    options.figure.append(details)
  }

  update(events: readonly ChartEvent[], part: VisibleWindow, plot: Chart['plot']): void {
    const { place } = this.options
    const state = JSON.stringify([events.length, events.at(-1)?.at, part, plot.left, plot.width])
    if (state === this.content) return
    this.content = state
    const inside = events.filter(({ at, until }) => at < part.until && (until ?? part.until) >= part.from)
    const xOf = (minute: Minute): number => {
      const share = (minute - part.from) / (part.until - part.from)
      return plot.left + Math.min(1, Math.max(0, share)) * plot.width
    }
    const spans = inside.flatMap((event) => spanOf(event, xOf, part.until))
    const marks = groupsOf(inside, xOf).map((group) => this.mark(group, plot))
    for (const old of place.querySelectorAll('.mark, .event-span')) old.remove()
    place.hidden = marks.length === 0
    place.append(...spans, ...marks)
  }

  private mark({ x, events }: EventGroup, plot: Chart['plot']): HTMLElement {
    const { texts } = this.options
    const [first] = events
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'mark'
    const kinds = new Set(events.map(({ kind }) => kind))
    if (first && kinds.size === 1) button.dataset.kind = first.kind
    const isOne = events.length === 1
    button.textContent = first && isOne ? SIGNS[first.kind] : `${events.length}`
    const name = first && isOne ? first.name : filled(texts.events, `${events.length}`)
    button.ariaLabel = first ? `${name}, ${this.timeText(first)}` : name
    button.ariaHasPopup = 'dialog'
    const left = Math.min(Math.max(x - LANE_MARK_SIZE / 2, 0), plot.left + plot.width - LANE_MARK_SIZE / 2)
    button.style.left = `${Math.round(left)}px`
    button.addEventListener('click', () => this.open(events, button))
    if (first) button.addEventListener('pointerenter', () => this.options.point(first.at))
    button.addEventListener('pointerleave', () => this.options.leave())
    return button
  }

  private open(events: readonly ChartEvent[], button: HTMLElement): void {
    const { details, options } = this
    // The details say what happened at that moment, and would lie over its values.
    options.leave()
    details.replaceChildren(...events.map((event) => this.describe(event)), closeButton(options.texts.close, details))
    details.role = 'dialog'
    details.ariaLabel = button.ariaLabel
    details.showPopover()
    const mark = button.getBoundingClientRect()
    const box = details.getBoundingClientRect()
    const left = Math.min(Math.max(8, mark.left + mark.width / 2 - box.width / 2), innerWidth - box.width - 8)
    const isBelow = mark.bottom + 6 + box.height <= innerHeight
    const top = isBelow ? mark.bottom + 6 : Math.max(8, mark.top - 6 - box.height)
    Object.assign(details.style, { left: `${left + scrollX}px`, top: `${top + scrollY}px` })
    details.querySelector<HTMLElement>('a, button')?.focus()
  }

  private describe(event: ChartEvent): HTMLElement {
    const part = document.createElement('section')
    const name = document.createElement('strong')
    name.textContent = event.name
    if (event.kind) name.dataset.kind = event.kind
    const time = document.createElement('small')
    time.textContent = this.timeText(event)
    const text = document.createElement('p')
    text.textContent = event.text
    part.append(name, time, text)
    if (event.href === undefined || !document.querySelector(event.href)) return part
    const link = document.createElement('a')
    link.href = event.href
    link.textContent = this.options.texts.more
    link.addEventListener('click', () => this.details.hidePopover())
    part.append(link)
    return part
  }

  private timeText({ at, until }: ChartEvent): string {
    const { locale, texts } = this.options
    const format = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: timeZoneNow() })
    const from = format.format(msOf(at))
    if (until === null) return filled(texts.since, from)
    // As the range of the chart is written.
    return until <= at + 1 ? from : format.formatRange(msOf(at), msOf(until)).replaceAll('\u2009', ' ')
  }
}

function spanOf({ at, until, kind }: ChartEvent, xOf: (minute: Minute) => number, end: Minute): HTMLElement[] {
  const [left, right] = [xOf(at), xOf(until ?? end)]
  if (right - left < MIN_SPAN) return []
  const element = document.createElement('span')
  element.className = 'event-span'
  element.dataset.kind = kind
  Object.assign(element.style, { left: `${left}px`, width: `${right - left}px` })
  return [element]
}

/** Events whose marks would overlap share one. `events` ascend. */
function groupsOf(events: readonly ChartEvent[], xOf: (minute: Minute) => number): EventGroup[] {
  const groups: EventGroup[] = []
  for (const event of events) {
    const x = xOf(event.at)
    const last = groups.at(-1)
    if (last && x - last.x < LANE_MARK_SIZE) last.events.push(event)
    else groups.push({ x, events: [event] })
  }
  return groups
}

function closeButton(label: string, details: HTMLElement): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'small'
  button.textContent = label
  button.addEventListener('click', () => details.hidePopover())
  return button
}
