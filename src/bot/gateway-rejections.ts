// Gateway errors that no retry can fix, each with an explanation for the operator of what to change.
import { DiscordjsError, DiscordjsErrorCodes, GatewayCloseCodes } from 'discord.js'

export const WRONG_TOKEN =
  'Discord does not know this token. Set DISCORD_TOKEN to the bot token from the developer portal and start again.'

const OUTDATED_ADVICE = 'Discord no longer takes connections of this kind. Update Headcount and start again.'

const BY_CLOSE_CODE: Readonly<Record<number, string>> = {
  [GatewayCloseCodes.AuthenticationFailed]: WRONG_TOKEN,
  [GatewayCloseCodes.DisallowedIntents]:
    'Discord does not allow the intents that the bot asks for. Check them in the developer portal and start again.',
  [GatewayCloseCodes.InvalidIntents]: OUTDATED_ADVICE,
  [GatewayCloseCodes.InvalidAPIVersion]: OUTDATED_ADVICE,
  [GatewayCloseCodes.InvalidShard]: OUTDATED_ADVICE,
}

export const rejectionOf = (closeCode: number): string =>
  BY_CLOSE_CODE[closeCode] ?? `Discord closed the connection for good (code ${closeCode}).`

export const isWrongToken = (error: unknown): boolean =>
  error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid
