// VictoriaMetrics, written to through its import of CSV, in which a line holds all metrics of a game and minute.
import { join } from 'node:path'
import { z } from 'zod'
import { MINUTE_MS } from '../../../src/domain/clock.js'
import { MEASURE_NAMES } from '../../../src/domain/measures.js'
import type { Block } from '../../../src/domain/sample.js'
import { Client } from '../http/client.js'
import { timed } from '../measure.js'
import { blockOf } from './answers.js'
import { bytesBelow, fetchText, findProgram, freePort, startDaemon, versionOf } from './daemon.js'
import { PROMQL, promqlAnswers, RANGE_QUERY } from './promql.js'
import type { Question, Subject } from './subject.js'

const FORMAT = `1:time:unix_s,2:label:universe,${MEASURE_NAMES.map((name, index) => `${index + 3}:metric:${name}`).join(',')}`
const NAMES = ['victoria-metrics', 'victoria-metrics-prod', 'victoriametrics']
const series = z.object({ metric: z.record(z.string(), z.string()), values: z.array(z.number()) })

/** Undefined where it is not installed. */
export async function openVictoria(folder: string): Promise<Subject | undefined> {
  const program = await findProgram(NAMES)
  if (program === undefined) return undefined
  const data = join(folder, 'victoria')
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const daemon = await startDaemon(
    [
      program,
      `-storageDataPath=${data}`,
      `-httpListenAddr=127.0.0.1:${port}`,
      '-retentionPeriod=100y',
      '-search.latencyOffset=0s',
      '-loggerLevel=ERROR',
    ],
    async () => (await fetch(`${origin}/health`, { signal: AbortSignal.timeout(5_000) })).ok,
    { cwd: folder },
  )
  const client = Client.later(() => Client.openTo(port))
  const write = (lines: string) =>
    fetchText(`${origin}/api/v1/import/csv?format=${FORMAT}`, { method: 'POST', body: lines })
  return {
    name: `VictoriaMetrics ${await versionOf(program)}`,
    lacks: [],
    isOverHttp: true,
    load: async (universes, days) => {
      let ms = 0
      for (let id = 1; id <= universes; id++) {
        const lines = linesOf(blockOf(id, days))
        ms += await timed(() => write(lines))
      }
      return ms + (await timed(() => fetchText(`${origin}/internal/force_flush`)))
    },
    bytes: async () => {
      await fetchText(`${origin}/internal/force_merge`)
      return bytesBelow(data)
    },
    answers: async () => {
      const text = await fetchText(`${origin}${pathOf('json', 1)}`)
      const found = text
        .trim()
        .split('\n')
        .map((line) => series.parse(JSON.parse(line)))
      const players = found.find(({ metric }) => metric.__name__ === 'ccu')?.values ?? []
      const exported = { samples: players.length, players: players.reduce((sum, value) => sum + value, 0) }
      return { ...(await promqlAnswers(origin)), exported }
    },
    ask: (question, universeId) => client.ask(pathOf(question, universeId)),
    ticks: async () => ({
      write: async (minute, samples) => {
        const lines = samples.map(
          ({ universeId, ...sample }) =>
            `${(minute * MINUTE_MS) / 1_000},${universeId},${MEASURE_NAMES.map((name) => sample[name]).join(',')}\n`,
        )
        await write(lines.join(''))
      },
      read: async () => undefined,
      close: () => undefined,
    }),
    stop: async () => {
      client.close()
      await daemon.stop()
    },
  }
}

function pathOf(question: Question, universeId: number): string {
  if (question === 'json') return encodeURI(`/api/v1/export?${RANGE_QUERY}`)
  if (question === 'csv')
    return encodeURI(`/api/v1/export/csv?format=__timestamp__:unix_ms,universe,__name__,__value__&${RANGE_QUERY}`)
  return PROMQL[question](universeId)
}

function linesOf({ universeId, minutes, columns }: Block): string {
  const all = MEASURE_NAMES.map((name) => columns[name])
  const lines = Array.from(
    minutes,
    (minute, row) => `${(minute * MINUTE_MS) / 1_000},${universeId},${all.map((column) => column[row]).join(',')}\n`,
  )
  return lines.join('')
}
