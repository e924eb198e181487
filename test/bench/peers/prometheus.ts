// Prometheus, given the samples as blocks of its own tool, because it takes minutes for them by remote write, in the order of time.
// Its ticks are written by remote write.
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MINUTE_MS } from '../../../src/domain/clock.js'
import { MEASURE_NAMES } from '../../../src/domain/measures.js'
import { blockOf as blockOfSamples } from '../../store/contract/support.js'
import { Client } from '../http/client.js'
import { timed } from '../measure.js'
import { blockOf } from './answers.js'
import { bytesBelow, type Daemon, fetchText, findProgram, freePort, run, startDaemon, versionOf } from './daemon.js'
import { MATRIX_PATH, matrix, PROMQL, promqlAnswers } from './promql.js'
import { remoteWriteBody } from './remote-write.js'
import type { Question, Subject } from './subject.js'

const IMPORT_LIMIT_MS = 600_000
/** A month in one block, as it is after some time. */
const BLOCKS = '--max-block-duration=744h'

interface Running {
  readonly origin: string
  readonly client: Pick<Client, 'ask' | 'close'>
  readonly daemon: Daemon
}

/** Undefined where it is not installed. */
export async function openPrometheus(folder: string): Promise<Subject | undefined> {
  const program = await findProgram(['prometheus'])
  const tool = await findProgram(['promtool'])
  if (program === undefined || tool === undefined) return undefined
  const data = join(folder, 'prometheus')
  let running: Running | undefined
  const started = (): Running => {
    if (running === undefined) throw new Error('Nothing was loaded yet.')
    return running
  }
  return {
    name: `Prometheus ${await versionOf(program)}`,
    lacks: ['csv'],
    isOverHttp: true,
    load: async (universes, days) => {
      const text = join(folder, 'prometheus.txt')
      await pipeline(Readable.from(openMetrics(universes, days)), createWriteStream(text))
      const args = ['tsdb', 'create-blocks-from', BLOCKS, 'openmetrics', text, data]
      const ms = await timed(() => run(tool, args, { timeout: IMPORT_LIMIT_MS }))
      await rm(text)
      running = await start(program, folder, data)
      return ms
    },
    bytes: () => bytesBelow(data),
    answers: async () => {
      const { result } = matrix.parse(JSON.parse(await fetchText(`${started().origin}${MATRIX_PATH}`))).data
      const players = result.find(({ metric }) => metric.__name__ === 'ccu')?.values ?? []
      return {
        ...(await promqlAnswers(started().origin)),
        exported: { samples: players.length, players: players.reduce((sum, [, text]) => sum + Number(text), 0) },
      }
    },
    ask: (question, universeId) => started().client.ask(pathOf(question, universeId)),
    ticks: async () => ({
      write: async (_, samples) =>
        post(
          `${started().origin}/api/v1/write`,
          remoteWriteBody(samples.map((sample) => blockOfSamples(sample.universeId, [sample]))),
        ),
      read: async () => undefined,
      close: () => undefined,
    }),
    stop: async () => {
      running?.client.close()
      await running?.daemon.stop()
    },
  }
}

/** A line for each value, a piece for each metric of a game. */
function* openMetrics(universes: number, days: number): Generator<string> {
  for (let id = 1; id <= universes; id++) {
    const { minutes, columns } = blockOf(id, days)
    for (const name of MEASURE_NAMES) {
      const column = columns[name]
      const series = `${name}{universe="${id}"} `
      yield Array.from(minutes, (minute, row) => `${series}${column[row]} ${(minute * MINUTE_MS) / 1_000}\n`).join('')
    }
  }
  yield '# EOF\n'
}

async function start(program: string, folder: string, data: string): Promise<Running> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const daemon = await startDaemon(
    [
      program,
      '--config.file=/dev/null',
      `--storage.tsdb.path=${data}`,
      '--storage.tsdb.retention.time=100y',
      `--web.listen-address=127.0.0.1:${port}`,
      '--web.enable-remote-write-receiver',
    ],
    async () => (await fetch(`${origin}/-/ready`, { signal: AbortSignal.timeout(5_000) })).ok,
    { cwd: folder },
  )
  return { origin, daemon, client: Client.later(() => Client.openTo(port)) }
}

const HEADERS = {
  'content-type': 'application/x-protobuf',
  'content-encoding': 'snappy',
  'x-prometheus-remote-write-version': '0.1.0',
}

async function post(url: string, body: Buffer): Promise<void> {
  await fetchText(url, { method: 'POST', body: new Uint8Array(body), headers: HEADERS })
}

function pathOf(question: Question, universeId: number): string {
  if (question === 'csv') throw new Error('Prometheus writes no CSV.')
  return question === 'json' ? MATRIX_PATH : PROMQL[question](universeId)
}
