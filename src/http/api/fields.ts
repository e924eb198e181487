// The fields that answers share, each with a description that gives its unit and its source.
import { z } from 'zod'

/** A field with what the documentation says of it. */
export const field = <Type extends z.ZodType>(description: string, type: Type): Type => type.meta({ description })

export const count = z.int().nonnegative()
/** A whole number that may also fall. */
export const whole = z.int()
/** API-13. */
export const moment = z.iso.datetime({ precision: 3 })
export const calendarDay = z.iso.date()

export const gameId = field('Internal ID of the game', z.int())
export const gameName = field('Name of the game at Roblox, as of the last sample', z.string())
export const universeId = field('Universe ID of the game at Roblox', z.int())

/** Which game an answer is about. */
export const gameReference = z
  .strictObject({ id: gameId, name: gameName, universe_id: universeId })
  .meta({ id: 'GameReference', description: 'The game that the numbers are about' })

export const damagedParts = z
  .array(
    z
      .strictObject({
        from: field('Begin (UTC)', moment),
        until: field('End (UTC), not included', moment),
      })
      .meta({ id: 'DamagedPart', description: 'A part of the range that is damaged on disk' }),
  )
  .meta({ description: 'Parts of the range that are damaged on disk. What cannot be read is not counted.' })

/** API-43, in `X-Resolution`: the minutes between samples, and from which time on: `60;from=…, 1;from=…`. */
export const resolutionText = (parts: readonly { readonly from: string; readonly minutes: number }[]): string =>
  parts.map(({ from, minutes }) => `${minutes};from=${from}`).join(', ')
