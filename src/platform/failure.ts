// Why a call to the platform gave nothing to use, and what that means for the gap of a universe.
import type { GapReason } from '../domain/gap.js'

export type FailureKind = 'refused' | 'unreachable' | 'garbage' | 'busy' | 'late' | 'stopped'

/**
 * `refused`: an answer in the 4xx range other than 429, with the platform's own error code where it gave one.
 * `late`: our own time for it was over, before it began or soon after, and nothing else had gone wrong with it.
 */
export class PlatformFailure extends Error {
  override readonly name = 'PlatformFailure'

  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly answer: {
      readonly status?: number
      readonly code?: number
      readonly catalog?: string
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
