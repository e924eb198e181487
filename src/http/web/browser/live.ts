// Runs on pages with current numbers: fetches the same page each minute and replaces what changed, except where the keyboard focus is.

/** A new sample comes at most once a minute. */
const EVERY_MS = 60_000

const parts = (of: ParentNode): HTMLElement[] => [...of.querySelectorAll<HTMLElement>('[data-live][id]')]

async function refresh(): Promise<void> {
  if (document.hidden) return
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => undefined)
  // The session ended or the request was rejected, so the page stays as it is.
  if (!answer?.ok || answer.redirected) return
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const part of parts(document)) {
    const newer = next.getElementById(part.id)
    if (newer && !part.contains(document.activeElement)) part.replaceChildren(...newer.childNodes)
  }
}

if (parts(document).length > 0) setInterval(() => void refresh(), EVERY_MS)
