// Whether the service answers. What the reader starts to press is a reason to find out, so that the answer is there at the press.

/** A process that serves requests answers it, without a database and without counting it. */
const HEALTH_ADDRESS = '/healthz'
const TRY_TIMEOUT_MS = 10_000
/** A press lasts for about a tenth of a second. */
const PRESS_LIFETIME_MS = 1_000

let latest: { readonly at: number; readonly answers: Promise<boolean> } | undefined

async function isAnswering(): Promise<boolean> {
  const options = { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(TRY_TIMEOUT_MS) } as const
  const answer = await fetch(HEALTH_ADDRESS, options).catch(() => undefined)
  // A server in front of the service answers with an error of its own while there is no service.
  return answer !== undefined && answer.status < 500
}

/** Whether the service answers now. */
export function tryService(): Promise<boolean> {
  latest = { at: performance.now(), answers: isAnswering() }
  return latest.answers
}

/** The same, by an answer that is a second old at most. */
export function serviceAnswers(): Promise<boolean> {
  const isFresh = latest !== undefined && performance.now() - latest.at < PRESS_LIFETIME_MS
  return isFresh && latest ? latest.answers : tryService()
}
