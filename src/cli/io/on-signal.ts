// Stops a verb that takes its time, in good order.

/** Kept for good: a repeated signal changes nothing. */
export function onSignal(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
}
