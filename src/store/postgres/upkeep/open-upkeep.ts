// The upkeep port on PostgreSQL. The server has backups of its own, which cover what no copy made here could: so copies and
// restorations are left to it.
import pg from 'pg'
import type { Clock } from '../../../domain/clock.js'
import { rejection } from '../../../domain/error.js'
import { DEFAULT_PLANS } from '../../../domain/plan.js'
import type { Inspection, Upkeep, Verification } from '../../../domain/ports/upkeep.js'
import type { ClockState } from '../../../domain/time/clock-check.js'
import { unreachableDatabase } from '../changes/availability.js'
import { connect } from '../connection.js'
import { knownMigrations, schemaVersion } from '../migrate.js'
import { postgresSeries } from '../series/series.js'
import { requireUsableServer } from '../server/check-server.js'
import { clientSettings, databaseName } from '../server/client-settings.js'
import { isConnectionError, isTimeout, messageOf } from '../server/errors.js'

const notHere = () => rejection('NOT_CONFIGURED', { name: 'backup of the server', facts: {} })

export const openPostgresUpkeep = (databaseUrl: string, clock: Clock): Upkeep => ({
  makeCopy: async () => {
    throw notHere()
  },
  makeCopyOf: async () => {
    throw notHere()
  },
  copyInto: async () => {
    throw rejection('NOT_CONFIGURED', { name: 'drill of the server', facts: {} })
  },
  restore: async () => {
    throw notHere()
  },
  inspect: (withinMs) => inspect(databaseUrl, withinMs),
  // The server checks its own pages.
  verify: (signal) => verify(databaseUrl, clock, signal),
  // The disk is that of the server.
  freeBytes: async () => undefined,
})

/** Reads and checks all segments on connections of its own. */
async function verify(databaseUrl: string, clock: Clock, signal: AbortSignal): Promise<Verification> {
  const connection = connect(databaseUrl)
  try {
    const options = { clock, clockState: (): ClockState => 'unknown', plans: DEFAULT_PLANS, maxRemovedBytes: 0 }
    const lost = await postgresSeries(connection, options).series.findDamage(signal)
    const counting = 'SELECT count(*)::integer AS weeks FROM segment'
    const [found] = await connection.snapshot((run) => run<{ weeks: number }>(counting))
    return { weeks: found?.weeks ?? 0, fileDamage: null, lost }
  } finally {
    await connection.close()
  }
}

/** Rejects for a server that no process can use, as one behind a pooler. */
async function inspect(databaseUrl: string, withinMs: number): Promise<Inspection> {
  await requireUsableServer(databaseUrl)
  const client = new pg.Client({ ...clientSettings(databaseUrl), query_timeout: withinMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const schema = await schemaVersion(client)
    return {
      ...{ file: databaseName(databaseUrl), exists: schema > 0, foreignFileError: null, damage: null },
      ...{ schema, expectedSchema: knownMigrations().length, mode: 0, unusedBytes: 0 },
      bytes: await numberOf(client, 'SELECT pg_database_size(current_database()) AS value'),
      writeProblem: await writeProblemOf(client),
      lastTick: schema > 0 ? await lastTickOf(client) : null,
    }
  } catch (error) {
    throw isConnectionError(error) || isTimeout(error) ? unreachableDatabase(messageOf(error), error) : error
  } finally {
    await client.end()
  }
}

const numberOf = async (client: pg.Client, statement: string): Promise<number> =>
  Number((await client.query<{ value: string | null }>(statement)).rows[0]?.value ?? 0)

async function writeProblemOf(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ value: string }>(`SELECT current_setting('transaction_read_only') AS value`)
  return rows[0]?.value === 'on' ? 'the server only reads: it is a standby, or set to read-only' : null
}

async function lastTickOf(client: pg.Client): Promise<number | null> {
  // What `poll once` or a SQLite file left before any process sampled.
  const statement = 'SELECT coalesce((SELECT min(minute) FROM shard_cursor), (SELECT minute FROM tick_cursor)) AS value'
  const minute = await numberOf(client, statement)
  return minute === 0 ? null : minute
}
