// Timestamps that Discord shows to each person in their own time zone and language.
import { TimestampStyles, time } from 'discord.js'

const shown = (milliseconds: number, style: (typeof TimestampStyles)[keyof typeof TimestampStyles]): string =>
  time(Math.floor(milliseconds / 1_000), style)

/** For example `3 minutes ago`. */
export const ago = (milliseconds: number): string => shown(milliseconds, TimestampStyles.RelativeTime)
/** For example `31 January 2026`. */
export const dateOf = (milliseconds: number): string => shown(milliseconds, TimestampStyles.LongDate)
/** For example `31 January 2026 14:00`. */
export const timeOf = (milliseconds: number): string => shown(milliseconds, TimestampStyles.LongDateShortTime)
