// A popularity source that reads the platform's own chart of the most played games.
import { randomUUID } from 'node:crypto'
import type { PopularityPlace } from '../domain/ports/popularity.js'
import type { PlatformHttp } from './http.js'
import type { Deadline } from './outgoing/deadline.js'
import { chartContentAnswer, chartRow } from './schemas/charts.js'

const CHART = 'top-playing-now'

/** PLATFORM-23. The rank is the position without sponsored rows; the score is the chart's player count. */
export async function readCharts(http: PlatformHttp, deadline: Deadline): Promise<Map<number, PopularityPlace>> {
  const query = new URLSearchParams({ sessionId: randomUUID(), sortId: CHART, device: 'computer', country: 'all' })
  const { body } = await http.ask(
    {
      endpoint: 'apis:sort-content',
      service: 'apis',
      path: `/explore-api/v1/get-sort-content?${query}`,
      answer: chartContentAnswer,
    },
    deadline,
  )
  const places = new Map<number, PopularityPlace>()
  for (const entry of body.games) {
    const row = chartRow.safeParse(entry)
    if (!row.success || row.data.isSponsored === true || places.has(row.data.universeId)) continue
    places.set(row.data.universeId, { rank: places.size + 1, score: row.data.playerCount })
  }
  return places
}
