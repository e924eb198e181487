// Into how many shards the gateway of which bot is divided, for all processes that share the database, and since when each bucket may
// begin a session again by the clock of the server.
import { z } from 'zod'
import type { Statements } from '../server/transaction.js'
import type { LockClient } from './lock-table.js'

const PLAN_KEY = 'discord.gateway'
const IDENTIFY_KEY = 'discord.identify.'
/** Discord's 5 s, and what a request may take on its way. */
const SESSION_INTERVAL_MS = 5_250

const planSchema = z.object({
  bot: z.string(),
  count: z.int().positive(),
  /** Whether Discord no longer accepts so few shards. */
  isOutgrown: z.boolean().optional(),
})

export type GatewayPlan = z.infer<typeof planSchema>

export async function readPlan(client: LockClient): Promise<GatewayPlan | undefined> {
  const { rows } = await client.query<{ value: string }>(READ_SETTING, [PLAN_KEY])
  return planOf(rows)
}

export const readPlanIn = async (run: Statements): Promise<GatewayPlan | undefined> =>
  planOf(await run<{ value: string }>(READ_SETTING, [PLAN_KEY]))

const READ_SETTING = 'SELECT value FROM setting WHERE key = $1'

const planOf = ([row]: readonly { readonly value: string }[]): GatewayPlan | undefined =>
  row && planSchema.safeParse(JSON.parse(row.value)).data

export const writePlan = async (client: LockClient, plan: GatewayPlan): Promise<void> =>
  void (await client.query(
    'INSERT INTO setting (key, value) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    [PLAN_KEY, JSON.stringify(plan)],
  ))

/**
 * Returns 0 and notes the time where a session of the bucket may begin, or else the milliseconds to wait. A time in the future is one of a
 * clock that was set back.
 */
export async function beginSession(client: LockClient, bucket: number): Promise<number> {
  const key = `${IDENTIFY_KEY}${bucket}`
  const { rows } = await client.query(
    `INSERT INTO setting AS s (key, value) VALUES ($1, ${NOW_MS}::text)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value
     WHERE ${NOW_MS} NOT BETWEEN s.value::bigint AND s.value::bigint + $2 - 1 RETURNING s.key`,
    [key, SESSION_INTERVAL_MS],
  )
  if (rows.length > 0) return 0
  const found = await client.query<{ wait: number }>(
    `SELECT (value::bigint + $2 - ${NOW_MS})::float8 AS wait FROM setting WHERE key = $1`,
    [key, SESSION_INTERVAL_MS],
  )
  return Math.max(1, found.rows[0]?.wait ?? 1)
}

const NOW_MS = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint'
