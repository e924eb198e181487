// Lets all streams take turns: in each turn of the event loop one of them makes its next piece. If each waited for itself, the
// pieces of all streams would be made in the same turn, and all other requests would wait for them together (API-81).

const waiting: (() => void)[] = []

/** Resolves in a turn of the event loop in which no other stream goes on; the one that waited longest is first. */
export function nextStreamTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(takeTurn)
  })
}

function takeTurn(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(takeTurn)
}
