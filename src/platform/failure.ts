// Why a call to the platform gave nothing to use.

export type FailureKind = 'refused' | 'unreachable' | 'garbage' | 'busy' | 'late' | 'stopped'

/** `refused`: an answer in the 4xx range other than 429, with the platform's own error code where it gave one. */
export class PlatformFailure extends Error {
  override readonly name = 'PlatformFailure'

  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly answer: {
      readonly status?: number
      readonly code?: number
      readonly words?: string
      readonly cause?: unknown
    } = {},
  ) {
    super(message, answer.cause === undefined ? {} : { cause: answer.cause })
  }

  get status(): number | undefined {
    return this.answer.status
  }

  get code(): number | undefined {
    return this.answer.code
  }
}
