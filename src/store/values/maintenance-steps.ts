// The steps of the maintenance, of which one that fails does not keep the others from their work.
import type { Log } from '../../domain/ports/events.js'

interface StepOptions {
  /** Whether the error would end the other steps too, as that of a full disk does. */
  readonly concernsAll: (error: unknown) => boolean
  readonly log: Log | undefined
}

/** Throws the first error once all steps were tried, or at once where it concerns all of them; further ones are only logged. */
export async function runSteps(
  steps: readonly (() => Promise<void>)[],
  { concernsAll, log }: StepOptions,
): Promise<void> {
  let first: { readonly error: unknown } | undefined
  for (const step of steps)
    try {
      await step()
    } catch (error) {
      if (concernsAll(error)) throw error
      if (first !== undefined)
        log?.error({ err: error }, 'A step of the maintenance failed. The next run tries it again.')
      first ??= { error }
    }
  if (first !== undefined) throw first.error
}

export type LogFailure = (universeId: number, error: unknown) => void

/** Logs once per universe and process, because the next hours fail in the same way. */
export function failureLog(log: Log | undefined): LogFailure {
  const logged = new Set<number>()
  return (universeId, error) => {
    if (logged.has(universeId)) return
    logged.add(universeId)
    log?.error(
      { universeId, err: error },
      'The samples of a universe could not be compacted or thinned out. They stay as they are.',
    )
  }
}
