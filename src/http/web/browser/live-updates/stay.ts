// While the service does not answer, a link or a form would lead to an error page of the browser, and what was typed would be lost.
// The page stays instead, says so, and offers to try again.

const TRY_TIMEOUT_MS = 10_000

const awayDialog = document.querySelector<HTMLDialogElement>('dialog[data-away]')

/** What the reader chose to do, and an address that answers once it can be done. */
interface NextStep {
  readonly address: string
  take(): void
}

let nextStep: NextStep | undefined
/** The form that is sent at last, because the service answers again. */
let sentForm: HTMLFormElement | undefined

/** `isAway`: whether the service was last found not to answer. */
export function stayWhileAway(isAway: () => boolean): void {
  if (!awayDialog) return
  document.addEventListener('click', (event) => {
    const address = addressOfClick(event)
    if (address !== undefined && isAway()) stay(event, stepTo(address))
  })
  document.addEventListener('submit', (event) => {
    const step = stepOfForm(event)
    if (step !== undefined && isAway()) stay(event, step)
  })
  awayDialog.querySelector('button')?.addEventListener('click', () => void goOn())
}

/** The service answers again. */
export function endStay(): void {
  awayDialog?.close()
}

const stepTo = (address: string): NextStep => ({ address, take: () => location.assign(address) })

function stay(event: Event, step: NextStep): void {
  event.preventDefault()
  nextStep = step
  void goOn()
}

async function goOn(): Promise<void> {
  const step = nextStep
  if (step === undefined) return
  const signal = AbortSignal.timeout(TRY_TIMEOUT_MS)
  const answer = await fetch(step.address, { method: 'HEAD', headers: { accept: 'text/html' }, signal }).catch(
    () => undefined,
  )
  // The reader chose something else meanwhile.
  if (nextStep !== step) return
  if (answer !== undefined && answer.status < 500) step.take()
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

function stepOfForm({ target, defaultPrevented, submitter }: SubmitEvent): NextStep | undefined {
  if (defaultPrevented || !(target instanceof HTMLFormElement)) return undefined
  if (new URL(target.action, location.href).origin !== location.origin) return undefined
  if (target.method === 'get') return stepTo(addressOfSearch(target))
  if (target === sentForm) {
    sentForm = undefined
    return undefined
  }
  const take = (): void => {
    sentForm = target
    target.requestSubmit(submitter)
  }
  return target.method === 'post' ? { address: location.href, take } : undefined
}

/** The page that a form that only reads leads to. */
function addressOfSearch(form: HTMLFormElement): string {
  const address = new URL(form.action, location.href)
  const fields = [...new FormData(form)].filter((field): field is [string, string] => typeof field[1] === 'string')
  address.search = `${new URLSearchParams(fields)}`
  return address.href
}
