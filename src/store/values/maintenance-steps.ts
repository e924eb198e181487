// The steps of the maintenance, of which one that fails does not keep the others from their work.
import { throwTogether } from '../../domain/error.js'
import type { Log } from '../../domain/ports/events.js'

/**
 * Throws what failed once all steps were tried, or at once where the error `concernsAll` of them: a full disk would end the others
 * too.
 */
export async function runSteps(
  steps: readonly (() => Promise<void>)[],
  concernsAll: (error: unknown) => boolean,
): Promise<void> {
  const errors: unknown[] = []
  for (const step of steps)
    try {
      await step()
    } catch (error) {
      if (concernsAll(error)) throw error
      errors.push(error)
    }
  throwTogether(errors)
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
