// Runs on the forms of alert rules: replays the rule over the past while its values change, and marks the field of a value that
// cannot be. One request at a time.
import { markFields } from './alerts/mark-fields.js'

/** Long enough that typing a number is one change. */
const TYPING_DELAY_MS = 400
const PREVIEW_TIMEOUT_MS = 30_000
/** The page with a value that cannot be, marked at its field. */
const REJECTED_STATUS = 400

const form = document.querySelector<HTMLFormElement>('form[data-preview]')
const part = document.getElementById('preview')

let timer: ReturnType<typeof setTimeout> | undefined
let isRunning = false
let isStale = false

if (form && part) {
  form.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(() => void refresh(form, part), TYPING_DELAY_MS)
  })
}

/** A change during a request is replayed after it. */
async function refresh(from: HTMLFormElement, into: HTMLElement): Promise<void> {
  isStale = isRunning
  if (isRunning) return
  isRunning = true
  into.ariaBusy = 'true'
  const isShown = await replay(from, into).catch(() => false)
  if (!isShown) into.querySelector('[data-failed]')?.removeAttribute('hidden')
  into.ariaBusy = null
  isRunning = false
  if (isStale) await refresh(from, into)
}

async function replay(from: HTMLFormElement, into: HTMLElement): Promise<boolean> {
  const query = new URLSearchParams()
  for (const [name, value] of new FormData(from)) if (typeof value === 'string') query.set(name, value)
  const signal = AbortSignal.timeout(PREVIEW_TIMEOUT_MS)
  const answer = await fetch(`${from.dataset.preview}?${query}`, { headers: { accept: 'text/html' }, signal })
  if ((!answer.ok && answer.status !== REJECTED_STATUS) || answer.redirected) return false
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const next = page.getElementById(into.id)
  if (!next) return false
  into.replaceChildren(...next.childNodes)
  markFields(from, page)
  return true
}
