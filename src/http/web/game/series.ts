// Serves the data of a chart to the browser as JSON, or 304 where nothing changed.
import { toWire } from '../../../charts/page/wire.js'
import type { FileResponse, RequestContext } from '../page.js'
import { outlineOf, readWholeChart } from './chart.js'
import type { ChartQuery } from './choice.js'
import { compared, type GameSubject } from './subject.js'

export async function seriesAnswer(
  context: RequestContext,
  subject: GameSubject,
  choice: ChartQuery,
): Promise<FileResponse> {
  const readers = [subject.reader, ...(await compared(subject, choice.compare))]
  const outlined = await outlineOf(context, readers, choice)
  return {
    send: async (response) => {
      response.set('ETag', `W/"${outlined.key}"`)
      // The freshness is checked before the series is read, to save the read.
      if (response.req.fresh) {
        response.status(304).end()
        return
      }
      const { data } = await readWholeChart(context, outlined, readers, choice)
      response.json(toWire(data))
    },
  }
}
