// The variables that the process was given, and the error about one that is wrong. config.ts alone says what they mean.

export const readEnvironment = (): Readonly<Record<string, string | undefined>> => process.env

/** One line for the operator; the process ends with exit code 78. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'

  constructor(
    message: string,
    /** The one that is wrong; nothing where it is data/plans.json. */
    readonly variable?: string,
  ) {
    super(message)
  }
}
