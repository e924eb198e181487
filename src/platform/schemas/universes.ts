// Schemas of the responses about universes and places.
import { z } from 'zod'
import { wireCount, wireDate, wireId, wireName } from './wire.js'

/**
 * PLATFORM-8: a row of `/v1/games`. `id` 0 is the placeholder of a universe that is not shown. Only the counters are required, because
 * documented fields are sometimes missing (PLATFORM-4).
 */
export const gameDetailsRow = z.object({
  id: wireCount,
  name: wireName.optional(),
  rootPlaceId: wireCount.optional(),
  playing: wireCount,
  visits: wireCount,
  favoritedCount: wireCount,
  updated: wireDate.optional().catch(undefined),
  isContentRestricted: z.boolean().optional(),
  creator: z
    .object({ id: wireId, name: wireName, type: z.enum(['User', 'Group']) })
    .optional()
    .catch(undefined),
})
export type GameDetailsRow = z.infer<typeof gameDetailsRow>

/**
 * PLATFORM-8: whether this is the row of a universe that is not shown, by two fields and never by the text; the form of the
 * others is not known. No schema, because nearly all rows are others, and an error of a schema takes longer than the row.
 */
export function isPlaceholder(row: unknown): boolean {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return false
  return ('id' in row && row.id === 0) || ('isContentRestricted' in row && row.isContentRestricted === true)
}

/** PLATFORM-12: a row of `/v1/games/votes`. */
export const votesRow = z.object({ id: wireId, upVotes: wireCount, downVotes: wireCount })
export type VotesRow = z.infer<typeof votesRow>

/** PLATFORM-13: the universe of a place; null where there is none. */
export const placeUniverse = z.object({ universeId: wireId.nullable() })

/** PLATFORM-10: the record of an existing universe, also of a private one. */
export const universeExistence = z.object({
  id: wireId,
  name: wireName,
  rootPlaceId: wireCount.nullish(),
  privacyType: z.string().optional().catch(undefined),
  isArchived: z.boolean().optional().catch(undefined),
  isActive: z.boolean().optional().catch(undefined),
})
export type UniverseExistence = z.infer<typeof universeExistence>

/** PLATFORM-11: whether universes can be played, and why not. */
export const playabilityAnswer = z.array(z.object({ universeId: wireId, playabilityStatus: z.string() }))

/** PLATFORM-17: a row of the games of a user or group. */
export const accountGameRow = z.object({
  id: wireId,
  name: wireName,
  rootPlace: z.object({ id: wireId }).nullish(),
  placeVisits: wireCount,
})
export type AccountGameRow = z.infer<typeof accountGameRow>
