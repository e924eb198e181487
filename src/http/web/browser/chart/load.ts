// Fetches the data of a chart from the URL of its page, with the reader's session.
import { type ChartData, fromWire, type WireChart } from '../../../../charts/page/wire.js'
import { dayOf, isoOfDay } from '../../../../domain/clock.js'
import type { VisibleWindow } from './window.js'

export async function load(address: string, signal?: AbortSignal): Promise<ChartData> {
  const answer = await fetch(address, { headers: { accept: 'application/json' }, ...(signal && { signal }) })
  if (!answer.ok) throw new Error(`The chart's data were answered with ${answer.status}.`)
  return fromWire((await answer.json()) as WireChart)
}

/** The data of the same chart for whole UTC days around a window, with a finer resolution than the whole range. */
export function loadDays(address: string, { from, until }: VisibleWindow, signal: AbortSignal): Promise<ChartData> {
  const url = new URL(address, location.href)
  url.searchParams.delete('range')
  url.searchParams.set('from', isoOfDay(dayOf(from)))
  url.searchParams.set('to', isoOfDay(dayOf(until - 1)))
  // The comparison would be with the days before these days, and not with those before the whole range.
  url.searchParams.set('previous', '0')
  return load(url.pathname + url.search, signal)
}

/** The previous period of the whole range, as finely as the window; the days before the first sample have none. */
export async function loadPrevious(
  address: string,
  previous: NonNullable<ChartData['previous']>,
  { from, until }: VisibleWindow,
  signal: AbortSignal,
): Promise<ChartData['previous']> {
  const { name, shift } = previous
  const finer = await loadDays(address, { from: from - shift, until: until - shift }, signal).catch(() => undefined)
  const line = finer?.series[0]
  return line ? { ...line, name, shift } : previous
}
