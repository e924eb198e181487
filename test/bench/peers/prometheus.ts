// Prometheus, written to by remote write in the order of time, which is the only one it takes. Its answers and its bytes are those of
// a snapshot, in which everything is in blocks, as it is after some hours.
import { join } from 'node:path'
import { z } from 'zod'
import { DAY_MINUTES, HOUR_MINUTES } from '../../../src/domain/clock.js'
import { blockOf } from '../../store/contract/support.js'
import { Client } from '../http/client.js'
import { timed } from '../measure.js'
import { SampleGenerator } from '../series/data.js'
import { END } from '../series/stores.js'
import { bytesBelow, type Daemon, fetchText, findProgram, freePort, startDaemon, versionOf } from './daemon.js'
import { MATRIX_PATH, matrix, PROMQL, promqlAnswers } from './promql.js'
import { remoteWriteBody } from './remote-write.js'
import type { Question, Subject } from './subject.js'

const snapshot = z.object({ data: z.object({ name: z.string() }) })

interface Running {
  readonly origin: string
  readonly client: Pick<Client, 'ask' | 'close'>
  readonly daemon: Daemon
}

/** Undefined where it is not installed. */
export async function openPrometheus(folder: string): Promise<Subject | undefined> {
  const program = await findProgram(['prometheus'])
  if (program === undefined) return undefined
  const data = join(folder, 'prometheus')
  const state = { ...(await start(program, folder, data)), data }
  const write = (body: Buffer) => post(`${state.origin}/api/v1/write`, body)
  const stop = async (): Promise<void> => {
    state.client.close()
    await state.daemon.stop()
  }
  return {
    name: `Prometheus ${await versionOf(program)}`,
    lacks: ['csv'],
    load: async (universes, days) => {
      const games = Array.from(
        { length: universes },
        (_, index) => new SampleGenerator(index + 1, END - days * DAY_MINUTES),
      )
      let ms = 0
      for (let hour = 0; hour < days * 24; hour++) {
        const body = remoteWriteBody(games.map((game) => game.block(HOUR_MINUTES)))
        ms += await timed(() => write(body))
      }
      const { name } = snapshot.parse(
        JSON.parse(await fetchText(`${state.origin}/api/v1/admin/tsdb/snapshot`, { method: 'POST' })),
      ).data
      await stop()
      const blocks = join(data, 'snapshots', name)
      Object.assign(state, await start(program, folder, blocks), { data: blocks })
      return ms
    },
    bytes: () => bytesBelow(state.data),
    answers: async () => {
      const { result } = matrix.parse(JSON.parse(await fetchText(`${state.origin}${MATRIX_PATH}`))).data
      const players = result.find(({ metric }) => metric.__name__ === 'ccu')?.values ?? []
      return {
        ...(await promqlAnswers(state.origin)),
        exported: { samples: players.length, players: players.reduce((sum, [, text]) => sum + Number(text), 0) },
      }
    },
    ask: (question, universeId) => state.client.ask(pathOf(question, universeId)),
    ticks: async () => ({
      write: async (_, samples) =>
        write(remoteWriteBody(samples.map((sample) => blockOf(sample.universeId, [sample])))),
      read: async () => undefined,
      close: () => undefined,
    }),
    stop,
  }
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
      '--web.enable-admin-api',
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
