// Fetches the data of a chart from the URL of its page, with the reader's session.
import { type ChartData, fromWire, type WireChart } from '../../../../charts/page/wire.js'

export async function load(address: string, signal?: AbortSignal): Promise<ChartData> {
  const answer = await fetch(address, { headers: { accept: 'application/json' }, ...(signal && { signal }) })
  if (!answer.ok) throw new Error(`The chart's data were answered with ${answer.status}.`)
  return fromWire((await answer.json()) as WireChart)
}

/** The URL of the same chart for these whole UTC days, with a finer resolution than the whole range. */
export function addressOfDays(address: string, from: string, to: string): string {
  const url = new URL(address, location.href)
  url.searchParams.delete('range')
  url.searchParams.set('from', from)
  url.searchParams.set('to', to)
  return url.pathname + url.search
}
