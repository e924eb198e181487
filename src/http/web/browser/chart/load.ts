// Fetches the data of a chart from the URL of its page, with the reader's session.
import { type ChartData, fromWire, type WireChart } from '../../../../charts/page/wire.js'
import { addressOf } from './address.js'
import { timeZoneNow } from './look.js'
import type { VisibleWindow } from './window.js'

export async function load(address: string, signal?: AbortSignal): Promise<ChartData> {
  const answer = await fetch(inZone(address), { headers: { accept: 'application/json' }, ...(signal && { signal }) })
  if (!answer.ok) throw new Error(`The chart's data were answered with ${answer.status}.`)
  return fromWire((await answer.json()) as WireChart)
}

/** Names the zone of hours and days, because the page may have been written in another one. */
function inZone(address: string): string {
  const zone = timeZoneNow()
  const url = new URL(address, location.href)
  if (zone !== 'UTC') url.searchParams.set('zone', zone)
  return url.pathname + url.search
}

/** The data of the same chart for a part of the time, with a finer resolution than the whole range. */
export async function loadPart(
  address: string,
  { whole, part }: { readonly whole: ChartData; readonly part: VisibleWindow },
  signal: AbortSignal,
): Promise<ChartData> {
  const url = new URL(addressOf(address, part), location.href)
  const { previous } = whole
  // The comparison would otherwise be with the time just before this part, and not with the whole range's period.
  url.searchParams.delete('previous')
  url.searchParams.set('against', previous ? `${previous.shift}m` : 'none')
  return load(url.pathname + url.search, signal)
}
