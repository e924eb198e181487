// Schemas of the responses about the platform's own charts.
import { z } from 'zod'
import { wireCount, wireId, wireName } from './wire.js'

/** PLATFORM-23: a row of a chart. Sponsored rows do not count for the rank. */
export const chartRow = z.object({
  universeId: wireId,
  name: wireName,
  playerCount: wireCount,
  isSponsored: z.boolean().optional(),
})

/** PLATFORM-23: one chart in the list of `get-sorts`; charts of other things than games have no games. */
export const chartSort = z.object({
  sortId: z.string(),
  sortDisplayName: z.string().nullish(),
  contentType: z.string().nullish(),
  games: z.array(z.unknown()).nullish(),
})

/** PLATFORM-23: the response of `get-sorts`. */
export const chartSortsAnswer = z.object({
  sorts: z.array(z.unknown()),
  nextSortsPageToken: z.string().nullish(),
})

/** PLATFORM-23: the response of `get-sort-content`. */
export const chartContentAnswer = z.object({ games: z.array(z.unknown()) })
