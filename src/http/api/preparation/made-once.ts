// What is made for the first request that needs it, and kept for all others.

/**
 * Returns what `make` resolves with, which is called once. Where it rejects, so do the requests that wait for it, and the next
 * request tries again.
 */
export function madeOnce<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let making: Promise<Made> | undefined
  return () => {
    making ??= make().catch((error: unknown) => {
      making = undefined
      throw error
    })
    return making
  }
}
