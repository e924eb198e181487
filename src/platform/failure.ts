// The error of a failed platform call, and the gap reason that follows from it.
import type { GapReason } from '../domain/gap.js'

export type FailureKind = 'rejected' | 'unreachable' | 'garbage' | 'busy' | 'late' | 'stopped'

/**
 * `rejected`: a 4xx response other than 429, with the platform's error code where it gave one. `late`: our own deadline passed before
 * the call began or soon after, and nothing else had failed.
 */
export class PlatformFailure extends Error {
  override readonly name = 'PlatformFailure'

  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly answer: {
      readonly status?: number
      readonly code?: number
      readonly platformText?: string
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

export type MissingReason = Extract<GapReason, 'platform error' | 'late' | 'stopping' | 'hidden' | 'gone'>

export function reasonOf(error: unknown): MissingReason {
  if (!(error instanceof PlatformFailure)) return 'platform error'
  if (error.kind === 'stopped') return 'stopping'
  return error.kind === 'late' ? 'late' : 'platform error'
}
