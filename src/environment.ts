// The environment variables of the process, and the error for an invalid one. Only config.ts interprets
// them, and systemd.ts those of systemd.

export const readEnvironment = (): Readonly<Record<string, string | undefined>> => process.env

/** A one-line message for the operator; the process exits with code 78. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'

  constructor(
    message: string,
    /** The invalid variable; undefined if the error is in data/plans.json. */
    readonly variable?: string,
  ) {
    super(message)
  }
}
