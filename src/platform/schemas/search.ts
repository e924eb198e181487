// PLATFORM-26: schemas of the search for games by name.
import { z } from 'zod'
import { wireCount, wireId } from './wire.js'

/** Groups of other types than games are skipped. */
export const gameSearchAnswer = z.object({
  searchResults: z.array(z.object({ contentGroupType: z.string(), contents: z.array(z.unknown()).nullish() })),
})

/** Sponsored rows are no results. */
export const gameSearchRow = z.object({
  universeId: wireId,
  name: z.string(),
  playerCount: wireCount,
  creatorName: z.string().nullish(),
  isSponsored: z.boolean().nullish(),
})
