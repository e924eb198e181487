// Fetches the same page and replaces the parts that are live, except where the keyboard focus is.

/** The service may be slow, but a page that waits for longer is not live. */
const REFRESH_TIMEOUT_MS = 20_000

/** Pages spread their requests over this time, because all browsers are notified at once. */
const MAX_REQUEST_DELAY_MS = 1_500

export const soon = (ask: () => Promise<void>): void => {
  setTimeout(() => void ask(), Math.random() * MAX_REQUEST_DELAY_MS)
}

export const parts = (of: ParentNode): HTMLElement[] => [...of.querySelectorAll<HTMLElement>('[data-live][id]')]

export const hasLiveParts = (): boolean => parts(document).length > 0

/**
 * `silent`: the service does not answer, or failed. `busy`: it answers that it was asked too often. `rejected`: the session
 * ended, or the page is no longer there.
 */
export type PageAnswer =
  | { readonly kind: 'page'; readonly page: Document }
  | { readonly kind: 'silent' | 'busy' | 'rejected' }

const TOO_MANY_REQUESTS_STATUS = 429

/** The page at its current address. It counts as silent once `stop` is aborted, which a service that is too slow does too. */
export async function fetchPage(stop = new AbortController()): Promise<PageAnswer> {
  const limit = setTimeout(() => stop.abort(), REFRESH_TIMEOUT_MS)
  try {
    return await read(stop.signal)
  } finally {
    clearTimeout(limit)
  }
}

async function read(signal: AbortSignal): Promise<PageAnswer> {
  const answer = await fetch(pageAddress(), { headers: { accept: 'text/html' }, signal }).catch(() => undefined)
  if (answer === undefined || answer.status >= 500) return { kind: 'silent' }
  if (answer.status === TOO_MANY_REQUESTS_STATUS) return { kind: 'busy' }
  if (!answer.ok || answer.redirected) return { kind: 'rejected' }
  const text = await answer.text().catch(() => undefined)
  if (text === undefined) return { kind: 'silent' }
  return { kind: 'page', page: new DOMParser().parseFromString(text, 'text/html') }
}

/**
 * Returns whether the service answered. Where the session ended or the request was rejected, the page stays as it is. A part
 * that only waits for the first numbers (`data-reload`) is gone once they are there, and then the whole page is another.
 */
export async function refreshParts(): Promise<boolean> {
  const address = location.href
  const answer = await fetchPage()
  if (answer.kind !== 'page') return answer.kind !== 'silent'
  // The reader zoomed meanwhile, so this is about another part of the range than the page.
  if (location.href !== address) return true
  if (parts(document).some((part) => 'reload' in part.dataset && !answer.page.getElementById(part.id))) {
    location.reload()
    return true
  }
  for (const part of parts(document)) {
    const newer = answer.page.getElementById(part.id)
    if (newer && !part.contains(document.activeElement)) part.replaceChildren(...newer.childNodes)
  }
  return true
}

/**
 * The address of what the page shows, which differs from that of the tab where two times were rejected. Undefined where the address of the tab is that of another state of the page, or nothing was rejected.
 */
function fitAddress(): string | undefined {
  const { shownAddress, fitAddress } = document.body.dataset
  if (shownAddress === undefined || fitAddress === undefined) return undefined
  return new URL(shownAddress, location.href).href === location.href.replace(/#.*$/, '') ? fitAddress : undefined
}

/** Whether the address has times that were rejected. */
export const isRejectedAddress = (): boolean => fitAddress() !== undefined

/** From which the page is fetched again. */
export const pageAddress = (): string => fitAddress() ?? location.pathname + location.search
