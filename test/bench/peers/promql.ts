// The questions in PromQL, which Prometheus and VictoriaMetrics both speak, and the answers read from their JSON.
import { z } from 'zod'
import { MINUTE_MS } from '../../../src/domain/clock.js'
import { MEASURE_NAMES } from '../../../src/domain/measures.js'
import { type Answers, LATEST_MINUTE, MONTH_SAMPLES, type MonthAnswer, RANKED } from './answers.js'
import { fetchText } from './daemon.js'
import type { Question } from './subject.js'

const TIME = (LATEST_MINUTE * MINUTE_MS) / 1_000
/** Half a minute more than the samples span: one of the two programs leaves out the beginning of a range. */
const RANGE = `[${(MONTH_SAMPLES - 1) * 60 + 30}s]`
const PARTS = ['min', 'max', 'avg', 'count'] as const

const labels = z.record(z.string(), z.string())
const value = z.tuple([z.number(), z.string()])
const vector = z.object({ data: z.object({ result: z.array(z.object({ metric: labels, value })) }) })
export const matrix = z.object({
  data: z.object({ result: z.array(z.object({ metric: labels, values: z.array(value) })) }),
})

const pathOf = (query: string): string => `/api/v1/query?query=${encodeURIComponent(query)}&time=${TIME}`

/** One request for the four numbers, each with its name in a label. */
const monthOf = (series: string): string =>
  PARTS.map((part) => `label_replace(${part}_over_time(${series}${RANGE}),"part","${part}","","")`).join(' or ')

export const PROMQL: Readonly<Record<Exclude<Question, 'csv' | 'json'>, (universeId: number) => string>> = {
  latest: () => pathOf(`{__name__=~"${MEASURE_NAMES.join('|')}",universe="1"}`),
  ranking: () => pathOf(`topk(${RANKED}, ccu)`),
  one: (universeId) => pathOf(monthOf(`ccu{universe="${universeId}"}`)),
  all: () => pathOf(monthOf('ccu')),
}
export const MATRIX_PATH = pathOf(`{__name__=~"${MEASURE_NAMES.join('|')}",universe="1"}${RANGE}`)
export const RANGE_QUERY = `match[]={universe="1"}&start=${TIME - (MONTH_SAMPLES - 1) * 60}&end=${TIME}`

/** All but the export. `origin` is that of the program. */
export async function promqlAnswers(origin: string): Promise<Omit<Answers, 'exported'>> {
  const ask = async (path: string) => vector.parse(JSON.parse(await fetchText(`${origin}${path}`))).data.result
  const latest = await ask(PROMQL.latest(1))
  const ranking = await ask(PROMQL.ranking(1))
  const [one] = months(await ask(PROMQL.one(1)))
  if (one === undefined) throw new Error(`${origin} knows nothing of the first game.`)
  return {
    latest: MEASURE_NAMES.map((name) => Number(latest.find(({ metric }) => metric.__name__ === name)?.value[1])),
    ranking: ranking.map((entry) => Number(entry.value[1])).sort((a, b) => b - a),
    one,
    all: months(await ask(PROMQL.all(1))),
  }
}

function months(found: z.infer<typeof vector>['data']['result']): MonthAnswer[] {
  const byUniverse = new Map<number, Map<string, number>>()
  for (const {
    metric,
    value: [, text],
  } of found) {
    const universeId = Number(metric.universe)
    const parts = byUniverse.get(universeId) ?? new Map<string, number>()
    byUniverse.set(universeId, parts.set(metric.part ?? '', Number(text)))
  }
  const part = (parts: Map<string, number>, name: (typeof PARTS)[number]) => parts.get(name) ?? Number.NaN
  return [...byUniverse]
    .sort(([a], [b]) => a - b)
    .map(([, parts]) => ({
      min: part(parts, 'min'),
      max: part(parts, 'max'),
      mean: part(parts, 'avg'),
      samples: part(parts, 'count'),
    }))
}
