// On pages with numbers of now: asks for the same page each minute and puts in what changed. Nothing moves under the keyboard.

/** A new sample comes at most once a minute. */
const EVERY_MS = 60_000

const parts = (of: ParentNode): HTMLElement[] => [...of.querySelectorAll<HTMLElement>('[data-live][id]')]

async function refresh(): Promise<void> {
  if (document.hidden) return
  const answer = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => undefined)
  // Signed out meanwhile, or refused: the page stays as it is.
  if (!answer?.ok || answer.redirected) return
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const part of parts(document)) {
    const newer = next.getElementById(part.id)
    if (newer && !part.contains(document.activeElement)) part.replaceChildren(...newer.childNodes)
  }
}

if (parts(document).length > 0) setInterval(() => void refresh(), EVERY_MS)
