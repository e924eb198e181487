// PostgreSQL, with a row for each sample, keyed by universe and minute, and as durable as it is by default.
import { chmod, chown, mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Minute } from '../../../src/domain/clock.js'
import type { Block, Sample } from '../../../src/domain/sample.js'
import { timed } from '../measure.js'
import { blockOf, LATEST_MINUTE, MONTH_START, type MonthAnswer, RANKED } from './answers.js'
import { findProgram, run, startDaemon, versionOf } from './daemon.js'
import { PostgresConnection } from './postgres-wire.js'
import type { Question, Subject } from './subject.js'

const DEBIAN_FOLDER = '/usr/lib/postgresql'
const TABLES = `CREATE TABLE sample (universe_id bigint, minute integer, ccu integer, visits bigint, favorites integer,
  likes integer, dislikes integer, PRIMARY KEY (universe_id, minute)); CREATE TABLE game (id bigint PRIMARY KEY)`
const COLUMNS = 'ccu, visits, favorites, likes, dislikes'
const MONTH = 'min(ccu), max(ccu), avg(ccu), count(*)'
const IN_MONTH = `minute >= ${MONTH_START} AND minute <= ${LATEST_MINUTE}`
const exported = (format: string) =>
  `COPY (SELECT universe_id, minute, ${COLUMNS} FROM sample WHERE universe_id = 1 AND ${IN_MONTH} ORDER BY minute) TO STDOUT ${format}`

/** Prepared once, as an application would. */
const STATEMENTS = `
  PREPARE latest AS SELECT ${COLUMNS} FROM sample WHERE universe_id = $1 ORDER BY minute DESC LIMIT 1;
  PREPARE ranking AS SELECT game.id, newest.ccu FROM game CROSS JOIN LATERAL (SELECT ccu FROM sample
    WHERE universe_id = game.id ORDER BY minute DESC LIMIT 1) newest ORDER BY newest.ccu DESC LIMIT ${RANKED};
  PREPARE one AS SELECT ${MONTH} FROM sample WHERE universe_id = $1 AND ${IN_MONTH};
  PREPARE every AS SELECT universe_id, ${MONTH} FROM sample WHERE ${IN_MONTH} GROUP BY universe_id ORDER BY universe_id`

const TEXTS: Readonly<Record<Question, (universeId: number) => string>> = {
  latest: () => 'EXECUTE latest(1)',
  ranking: () => 'EXECUTE ranking',
  one: (universeId) => `EXECUTE one(${universeId})`,
  all: () => 'EXECUTE every',
  csv: () => exported('CSV HEADER'),
  json: () =>
    `COPY (SELECT row_to_json(sample) FROM sample WHERE universe_id = 1 AND ${IN_MONTH} ORDER BY minute) TO STDOUT`,
}

/** Undefined where it is not installed. */
export async function openPostgres(folder: string): Promise<Subject | undefined> {
  const versions = await readdir(DEBIAN_FOLDER).catch(() => [])
  const program = await findProgram(
    ['postgres'],
    versions.map((version) => join(DEBIAN_FOLDER, version, 'bin')),
  )
  if (program === undefined) return undefined
  const data = join(folder, 'postgres')
  const user = await ownerOf(folder, data)
  await run(join(dirname(program), 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust'], { ...user, cwd: data })
  const socket = join(data, '.s.PGSQL.5432')
  const command = [program, '-D', data, '-k', data, '-c', 'listen_addresses='] as const
  const isReady = async (): Promise<boolean> => {
    const connection = await PostgresConnection.open(socket)
    connection.close()
    return true
  }
  const daemon = await startDaemon([...command], isReady, { ...user, cwd: data })
  const connection = await PostgresConnection.open(socket)
  return createSubject(`PostgreSQL ${await versionOf(program)}`, connection, () => daemon.stop())
}

/** PostgreSQL does not run as root, so root makes its folder another user's. */
async function ownerOf(folder: string, data: string): Promise<{ uid?: number; gid?: number }> {
  await mkdir(data)
  if (process.getuid?.() !== 0) return {}
  const idOf = async (option: string): Promise<number> => Number(await run('id', [option, 'postgres']))
  const [uid, gid] = [await idOf('-u'), await idOf('-g')]
  await chmod(folder, 0o755)
  await chown(data, uid, gid)
  return { uid, gid }
}

function createSubject(name: string, connection: PostgresConnection, stopDaemon: () => Promise<void>): Subject {
  const ask = (question: Question, universeId = 1) => connection.query(TEXTS[question](universeId))
  return {
    name,
    lacks: [],
    isOverHttp: false,
    load: async (universes, days) => {
      let ms = await timed(() => connection.query(TABLES))
      for (let id = 1; id <= universes; id++) {
        const lines = copyLines(blockOf(id, days))
        ms += await timed(() => connection.copyIn('COPY sample FROM STDIN', [lines]))
        await connection.query(`INSERT INTO game VALUES (${id})`)
      }
      ms += await timed(() => connection.query('VACUUM ANALYZE sample'))
      await connection.query(STATEMENTS)
      return ms
    },
    bytes: async () => Number((await connection.query("SELECT pg_total_relation_size('sample')")).rows[0]?.[0]),
    answers: async () => {
      const players = (await ask('csv')).copied.trim().split('\n').slice(1)
      const [one = []] = (await ask('one')).rows
      return {
        latest: (await ask('latest')).rows[0]?.map(Number) ?? [],
        ranking: (await ask('ranking')).rows.map((row) => Number(row[1])),
        one: monthOf(one),
        all: (await ask('all')).rows.map(([, ...row]) => monthOf(row)),
        exported: {
          samples: players.length,
          players: players.reduce((sum, line) => sum + Number(line.split(',')[2]), 0),
        },
      }
    },
    ask: (question, universeId) => connection.count(TEXTS[question](universeId)),
    ticks: async () => ({
      write: async (minute, samples) => void (await connection.count(insertOf(minute, samples))),
      read: async () => undefined,
      close: () => undefined,
    }),
    stop: async () => {
      connection.close()
      await stopDaemon()
    },
  }
}

const monthOf = ([min, max, mean, samples]: readonly string[]): MonthAnswer => ({
  min: Number(min),
  max: Number(max),
  mean: Number(mean),
  samples: Number(samples),
})

function copyLines({ universeId, minutes, columns }: Block): Buffer {
  const { ccu, visits, favorites, likes, dislikes } = columns
  const all = [ccu, visits, favorites, likes, dislikes]
  const lines = Array.from(
    minutes,
    (minute, row) => `${universeId}\t${minute}\t${all.map((one) => one[row]).join('\t')}\n`,
  )
  return Buffer.from(lines.join(''))
}

function insertOf(minute: Minute, samples: readonly Sample[]): string {
  const rows = samples.map(
    ({ universeId, ccu, visits, favorites, likes, dislikes }) =>
      `(${universeId},${minute},${ccu},${visits},${favorites},${likes},${dislikes})`,
  )
  return `INSERT INTO sample VALUES ${rows.join(',')}`
}
