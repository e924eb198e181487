// Discord errors that no retry can fix (CHAT-10): they count against the bot, and somebody has to act.
import { DiscordAPIError, RESTJSONErrorCodes } from 'discord.js'
import type { StopReason } from '../../domain/live-updates/panel.js'

const PERMANENT: ReadonlyMap<number | string, StopReason> = new Map([
  [RESTJSONErrorCodes.UnknownChannel, 'channel gone'],
  [RESTJSONErrorCodes.UnknownGuild, 'channel gone'],
  [RESTJSONErrorCodes.MissingAccess, 'permission lost'],
  [RESTJSONErrorCodes.MissingPermissions, 'permission lost'],
  [RESTJSONErrorCodes.CannotSendMessagesToThisUser, 'permission lost'],
])

export const permanentReason = (error: unknown): StopReason | undefined =>
  error instanceof DiscordAPIError ? PERMANENT.get(error.code) : undefined

export const isUnknownMessage = (error: unknown): boolean =>
  error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.UnknownMessage

export const isArchivedThread = (error: unknown): boolean =>
  error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.InvalidActionOnArchivedThread
