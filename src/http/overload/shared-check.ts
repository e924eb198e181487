// One check for all who wait for it: a flood of requests for the readiness costs the database no more than one client does.

/**
 * Calls of `check` run one after the other, and each caller gets the result of one that began after the call: all that come while
 * one runs share the next.
 */
export function sharedCheck<T>(check: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  let next: Promise<T> | undefined
  const begin = (): Promise<T> => {
    const current = check().finally(() => {
      if (running === current) running = undefined
    })
    running = current
    return current
  }
  const beginNext = (): Promise<T> => {
    next = undefined
    return begin()
  }
  return () => {
    if (running === undefined) return begin()
    next ??= running.then(beginNext, beginNext)
    return next
  }
}
