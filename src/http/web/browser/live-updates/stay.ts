// While the service does not answer, a link or a search would lead to an error page of the browser. The page stays instead, says so,
// and offers to try again.

const TRY_TIMEOUT_MS = 10_000

const awayDialog = document.querySelector<HTMLDialogElement>('dialog[data-away]')

/** Where the reader nextAddress to go. */
let nextAddress: string | undefined

/** `isAway`: whether the service was last found not to answer. */
export function stayWhileAway(isAway: () => boolean): void {
  if (!awayDialog) return
  document.addEventListener('click', (event) => {
    const address = addressOfClick(event)
    if (address !== undefined && isAway()) stay(event, address)
  })
  document.addEventListener('submit', (event) => {
    const address = addressOfSearch(event)
    if (address !== undefined && isAway()) stay(event, address)
  })
  awayDialog.querySelector('button')?.addEventListener('click', () => void goOn())
}

/** The service answers again. */
export function endStay(): void {
  awayDialog?.close()
}

function stay(event: Event, address: string): void {
  event.preventDefault()
  nextAddress = address
  void goOn()
}

async function goOn(): Promise<void> {
  if (nextAddress === undefined) return
  const address = nextAddress
  const signal = AbortSignal.timeout(TRY_TIMEOUT_MS)
  const answer = await fetch(address, { method: 'HEAD', headers: { accept: 'text/html' }, signal }).catch(
    () => undefined,
  )
  // The reader chose something else meanwhile.
  if (nextAddress !== address) return
  if (answer !== undefined && answer.status < 500) location.assign(address)
  else if (!awayDialog?.open) awayDialog?.show()
}

/** The page that a click on a link leads to in this tab; undefined for anything else. */
function addressOfClick(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return undefined
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.origin !== location.origin || link.target !== '' || link.hasAttribute('download')) return undefined
  const isHere = link.hash !== '' && link.pathname + link.search === location.pathname + location.search
  return isHere ? undefined : link.href
}

/** The page that a form that only reads leads to. */
function addressOfSearch({ target, defaultPrevented }: Event): string | undefined {
  if (defaultPrevented || !(target instanceof HTMLFormElement) || target.method !== 'get') return undefined
  const address = new URL(target.action, location.href)
  if (address.origin !== location.origin) return undefined
  const fields = [...new FormData(target)].filter((field): field is [string, string] => typeof field[1] === 'string')
  address.search = `${new URLSearchParams(fields)}`
  return address.href
}
