// Fetches the same page and replaces the parts that are live, except where the keyboard focus is.

/** The service may be slow, but a page that waits for longer is not live. */
const REFRESH_TIMEOUT_MS = 20_000

const parts = (of: ParentNode): HTMLElement[] => [...of.querySelectorAll<HTMLElement>('[data-live][id]')]

export const hasLiveParts = (): boolean => parts(document).length > 0

/** Returns whether the service answered. */
export async function refreshParts(): Promise<boolean> {
  const signal = AbortSignal.timeout(REFRESH_TIMEOUT_MS)
  const answer = await fetch(location.href, { headers: { accept: 'text/html' }, signal }).catch(() => undefined)
  if (answer === undefined) return false
  // The session ended or the request was rejected, so the page stays as it is.
  if (!answer.ok || answer.redirected) return answer.status < 500
  const text = await answer.text().catch(() => undefined)
  if (text === undefined) return false
  const next = new DOMParser().parseFromString(text, 'text/html')
  for (const part of parts(document)) {
    const newer = next.getElementById(part.id)
    if (newer && !part.contains(document.activeElement)) part.replaceChildren(...newer.childNodes)
  }
  return true
}
