// Headcount itself, whole and over HTTP, on its own storage engine or on the plain row store.
import { join } from 'node:path'
import { z } from 'zod'
import { dayOf, isoOfDay } from '../../../src/domain/clock.js'
import { MEASURE_NAMES } from '../../../src/domain/measures.js'
import { startHelper } from '../bench.js'
import { Client } from '../http/client.js'
import { listening } from '../http/figures.js'
import { bytesOf, END, fill, STORES, type StoreName } from '../series/stores.js'
import { storeTicks } from '../series/tick-writers.js'
import { type MonthAnswer, RANKED } from './answers.js'
import { fetchText } from './daemon.js'
import type { Question, Subject } from './subject.js'

const stats = z.object({ game: z.object({ stats: z.record(z.string(), z.number().nullable()) }) })
const rankings = z.object({ rankings: z.array(z.object({ ccu: z.number() })) })
const month = z.object({
  samples: z.number(),
  ccu: z.object({ min: z.number(), max: z.number(), average: z.number() }),
})
const summary = z.object({ summary: month })
const summaries = z.object({ summaries: z.array(month) })
const exported = z.object({ data: z.array(z.object({ CCU: z.number() })) })

const DATES = `start_date=${isoOfDay(dayOf(END) - 29)}&end_date=${isoOfDay(dayOf(END))}`
/** Below /api/v1. Game and universe have the same number here. */
export const PATHS: Readonly<Record<Question, (universeId: number) => string>> = {
  latest: () => '/games/1/stats',
  ranking: () => `/rankings?limit=${RANKED}`,
  one: (universeId) => `/games/${universeId}/summary`,
  all: () => '/games/summary',
  csv: () => `/games/1/export?${DATES}&format=csv`,
  json: () => `/games/1/export?${DATES}&format=json`,
}

export interface HeadcountSubject extends Subject {
  /** The body of an answer, for a route that answers the same and does nothing else. */
  body(question: Question): Promise<string>
}

export function openHeadcount(folder: string, kind: StoreName): HeadcountSubject {
  const file = join(folder, `${kind}.db`)
  let service: ServedStore | undefined
  const started = async (): Promise<ServedStore> => {
    if (service === undefined) throw new Error('Nothing was loaded yet.')
    return service
  }
  const body = async (question: Question): Promise<string> => (await started()).text(PATHS[question](1))
  const stop = async (): Promise<void> => {
    await service?.stop()
    service = undefined
  }
  return {
    name: kind === 'engine' ? 'Headcount' : 'row store',
    lacks: [],
    isOverHttp: true,
    load: async (universes, days) => {
      const store = await STORES[kind](file)
      const { ms } = await fill(store, universes, days)
      store.close()
      service = await startService(kind, file, universes)
      return ms
    },
    bytes: () => bytesOf(file),
    answers: async () => {
      const read = async <T>(question: Question, schema: z.ZodType<T>): Promise<T> =>
        schema.parse(JSON.parse(await body(question)))
      const { game } = await read('latest', stats)
      const { data } = await read('json', exported)
      return {
        latest: MEASURE_NAMES.map((name) => game.stats[name === 'ccu' ? 'playing' : name] ?? Number.NaN),
        ranking: (await read('ranking', rankings)).rankings.map(({ ccu }) => ccu),
        one: monthOf((await read('one', summary)).summary),
        all: (await read('all', summaries)).summaries.map(monthOf),
        exported: { samples: data.length, players: data.reduce((sum, { CCU }) => sum + CCU, 0) },
      }
    },
    ask: async (question, universeId) => (await started()).ask(PATHS[question](universeId)),
    ticks: async () => {
      await stop()
      return storeTicks(await STORES[kind](file))
    },
    stop,
    body,
  }
}

interface ServedStore {
  ask(path: string): Promise<number>
  text(path: string): Promise<string>
  stop(): Promise<void>
}

async function startService(kind: StoreName, file: string, universes: number): Promise<ServedStore> {
  const helper = await startHelper('http/serve-process.ts', kind, file, `${universes}`)
  const { port, key } = listening.parse(helper.ready)
  const client = Client.later(() => Client.open(port, key))
  return {
    ask: client.ask,
    text: (path) => fetchText(`http://127.0.0.1:${port}/api/v1${path}`, { headers: { 'x-api-key': key } }),
    stop: async () => {
      client.close()
      await helper.stop()
    },
  }
}

const monthOf = ({ samples, ccu: { min, max, average } }: z.infer<typeof month>): MonthAnswer => ({
  min,
  max,
  mean: average,
  samples,
})
