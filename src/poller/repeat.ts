// Work that is done again and again, never twice at once, until it is stopped.

export interface Worker {
  /** Resolves when the current work is completed or aborted. */
  stop(): Promise<void>
}

/**
 * Does the work for the first time after `firstDelay` milliseconds, and then each time after as many milliseconds as it
 * returned. It must not throw: only it knows what a failure means.
 */
export function repeat(work: (stop: AbortSignal) => Promise<number>, firstDelay: number): Worker {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout

  const wait = (milliseconds: number): void => {
    timer = setTimeout(() => {
      running = work(stopping.signal).then((pause) => {
        if (!stopping.signal.aborted) wait(pause)
      })
    }, milliseconds)
    timer.unref()
  }
  wait(firstDelay)
  return {
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
