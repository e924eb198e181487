// A server of PostgreSQL with its own settings for durability, and what its processes and its log cost.
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { startServer } from '../../support/postgres/server.js'

/** The durability is that of a new server: each commit waits for the disk, and pages are written whole after a checkpoint. */
const SETTINGS = ['max_connections=50', 'shared_buffers=256MB', 'max_wal_size=4GB']
const TICKS_PER_SECOND = 100

export interface BenchServer {
  readonly url: string
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** Seconds of processor time that its processes took since they started. */
  processorSeconds(): number
  /** Bytes of the write-ahead log that `work` adds. */
  logBytes(work: () => Promise<unknown>): Promise<number>
  stop(): Promise<void>
}

export async function startBenchServer(folder: string): Promise<BenchServer> {
  const server = await startServer(folder, SETTINGS)
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const query = async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await client.query<Row>(text, [...values])).rows
  const position = async (): Promise<number> => {
    const [row] = await query<{ bytes: number }>(`SELECT (pg_current_wal_insert_lsn() - '0/0')::float8 AS bytes`)
    return row?.bytes ?? Number.NaN
  }
  return {
    url: server.url,
    query,
    processorSeconds: () => processorSecondsOf(server.pid()),
    logBytes: async (work) => {
      const before = await position()
      await work()
      return (await position()) - before
    },
    stop: async () => {
      await client.end()
      await server.stop()
    },
  }
}

interface ProcessTimes {
  readonly parent: number
  readonly pid: number
  readonly ticks: number
  /** Of children that have ended. */
  readonly endedTicks: number
}

/** Linux only. */
function processorSecondsOf(parent: number): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(timesOf)
  const ticks = processes.map((one) => {
    // What its processes took that have ended, such as those of a vacuum: without it the sum would fall when one ends.
    if (one.pid === parent) return one.ticks + one.endedTicks
    return one.parent === parent ? one.ticks : 0
  })
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_PER_SECOND
}

function timesOf(pid: string): ProcessTimes[] {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? []
    const [, parent = 0] = fields
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11)
    return [{ parent, pid: Number(pid), ticks: user + system, endedTicks: endedUser + endedSystem }]
  } catch {
    // It has ended in the meantime.
    return []
  }
}
