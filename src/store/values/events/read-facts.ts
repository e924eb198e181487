// Reads the facts of events, which are stored as JSON.
import { z } from 'zod'
import type { EventFacts } from '../../../domain/events/event-facts.js'
import { GAP_REASONS } from '../../../domain/gap.js'
import { INCIDENT_TYPES } from '../../../domain/notifications/facts.js'
import { ALERT_METRICS } from '../../../domain/notifications/settings.js'

const count = z.number()

const condition = z.union([
  z.object({ is: z.literal('unusual'), by: z.number() }),
  z.object({ is: z.enum(['above', 'below']), value: z.number() }),
  z.object({ is: z.literal('changed'), by: z.number(), unit: z.enum(['value', 'percent']) }),
  z.object({ is: z.literal('unusual'), by: z.number() }),
])

const incidentMember = z.object({
  universeId: count,
  type: z.enum(INCIDENT_TYPES),
  since: count,
  until: count.nullable(),
})

const FACTS = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('update'), foundAt: count }),
  z.object({
    kind: z.literal('incident'),
    type: z.enum(INCIDENT_TYPES),
    affected: count.nullable(),
    universes: count.nullable(),
    members: z.array(incidentMember).optional(),
    others: z.array(incidentMember).optional(),
    interruption: z.object({ from: count, until: count, count }).optional(),
  }),
  z.object({
    kind: z.literal('market_fall'),
    affected: count,
    universes: count,
    drop: z.number(),
    universeIds: z.array(count).optional(),
  }),
  z.object({ kind: z.literal('gap'), reasons: z.array(z.enum(GAP_REASONS)) }),
  z.object({ kind: z.literal('record'), players: count, previous: count }),
  z.object({
    kind: z.literal('milestone'),
    metric: z.enum(['visits', 'favorites', 'likes']),
    value: count,
    count,
  }),
  z.object({
    kind: z.literal('alert'),
    gameId: count,
    ruleId: count,
    metric: z.enum(ALERT_METRICS),
    condition,
    value: z.number(),
    threshold: z.number(),
    baseline: z.number().nullable(),
    readings: count,
  }),
  z.object({ kind: z.literal('note'), text: z.string(), author: z.string().nullable() }),
])

/** Throws for facts that this version does not know. */
export const readFacts = (json: string): EventFacts => FACTS.parse(JSON.parse(json))
