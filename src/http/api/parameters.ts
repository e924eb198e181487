// Schemas of the parameters that several endpoints share.
import { z } from 'zod'
import { parseDay } from '../../domain/rules/date-range.js'
import { isId } from '../../domain/universe.js'

const ID = 'must be a whole number from 1 to 9007199254740991 in plain digits, given once'
const DATE = 'must be a calendar date in the form YYYY-MM-DD, for example 2026-01-31, given once'

/** API-9: an integer from 1 to 2^53−1 in plain digits. */
const idOf = (description: string, example: number) =>
  z
    .string({ error: ID })
    .regex(/^[1-9]\d{0,15}$/, ID)
    .transform(Number)
    .refine(isId, ID)
    .meta({ description, example, override: { type: 'integer', minimum: 1 } })

export const id = idOf('Internal game ID, or the universe ID of a tracked game', 1)
export const eventId = idOf('Number of an event', 482)

/** Parses to the number of days since 1970. */
export const date = z
  .string({ error: DATE })
  .transform((text, context): number => {
    const day = parseDay(text)
    if (day !== undefined) return day
    context.addIssue({ code: 'custom', message: DATE })
    return z.NEVER
  })
  .meta({
    description: 'UTC calendar date, inclusive',
    example: '2026-01-31',
    override: { type: 'string', format: 'date' },
  })

const NO_DATES = 'without dates, today and the 29 days before'
export const firstDay = date
  .optional()
  .meta({ description: `First day (UTC), included; that of the first sample if only the end is given; ${NO_DATES}` })
export const lastDay = date
  .optional()
  .meta({ description: `Last day (UTC), included; today if only the start is given; ${NO_DATES}` })
