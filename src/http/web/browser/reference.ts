// Runs on the API reference: sends calls from its forms, keeps one language for all samples, and marks where the reader is.
// The key stays in the fields of the forms. It is sent in a header only, and the fields are emptied when the page is left.
import { followLinks, openTogether } from './reference/closed-sections.js'

const MAX_ANSWER_LENGTH = 20_000
const REFERENCE_TIMEOUT_MS = 30_000

const keys = [...document.querySelectorAll<HTMLInputElement>('input[data-key]')]

for (const key of keys)
  key.addEventListener('input', () => {
    for (const other of keys) other.value = key.value
  })
addEventListener('pagehide', () => {
  for (const key of keys) key.value = ''
})

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-call]')) {
  const details = form.closest('details')
  if (details) details.hidden = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(form)
  })
}

async function send(form: HTMLFormElement): Promise<void> {
  const result = form.querySelector('output')
  const [status, body] = [form.querySelector('.call-status'), form.querySelector('output pre')]
  const button = form.querySelector('button')
  if (!result || !status || !body || !button) return
  const { sending = '', failed = '', cut = '' } = form.dataset
  result.hidden = false
  status.textContent = sending
  body.textContent = ''
  button.disabled = true
  try {
    const started = performance.now()
    const answer = await fetch(addressOf(form), {
      headers: { 'X-API-Key': form.querySelector<HTMLInputElement>('input[data-key]')?.value ?? '' },
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(REFERENCE_TIMEOUT_MS),
    })
    const text = readable(await answer.text(), answer.headers.get('content-type') ?? '')
    status.textContent = [
      `${answer.status} ${answer.statusText}`,
      `${Math.round(performance.now() - started)} ms`,
      `X-RateLimit-Remaining: ${answer.headers.get('x-ratelimit-remaining') ?? '-'}`,
    ].join(' · ')
    body.textContent = text.length > MAX_ANSWER_LENGTH ? `${text.slice(0, MAX_ANSWER_LENGTH)}\n${cut}` : text
  } catch {
    status.textContent = failed
  } finally {
    button.disabled = false
  }
}

/** On the service that the page came from, whatever its other addresses are. */
function addressOf(form: HTMLFormElement): string {
  const query = new URLSearchParams()
  let path = form.dataset.call ?? ''
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-in]')) {
    const value = field.value.trim()
    if (field.dataset.in === 'path') path = path.replace(`{${field.name}}`, encodeURIComponent(value))
    else if (value !== '') query.set(field.name, value)
  }
  return `/api/v1${path}${query.size === 0 ? '' : `?${query}`}`
}

function readable(text: string, type: string): string {
  if (!type.includes('json')) return text
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}

const choices = [...document.querySelectorAll<HTMLInputElement>('input[data-language]')]

for (const choice of choices)
  choice.addEventListener('change', () => {
    // The samples above change their height, so that the page is moved back to where the reader chose.
    const before = choice.getBoundingClientRect().top
    for (const other of choices) other.checked = other.value === choice.value
    scrollBy({ top: choice.getBoundingClientRect().top - before, behavior: 'instant' })
  })

const links = new Map(
  [...document.querySelectorAll<HTMLAnchorElement>('.contents.at-side a')].map((link) => [link.hash.slice(1), link]),
)
const sections = [...links.keys()].flatMap((id) => document.getElementById(id) ?? [])

/** Scrolls the list only: the browser's own method would also scroll the page. */
function show(link: HTMLElement): void {
  const list = link.closest('nav')
  if (!list) return
  const [line, frame] = [link.getBoundingClientRect(), list.getBoundingClientRect()]
  if (line.top < frame.top) list.scrollTop -= frame.top - line.top
  else if (line.bottom > frame.bottom) list.scrollTop += line.bottom - frame.bottom
}

function highlightSection(): void {
  const current = sections.findLast((section) => section.getBoundingClientRect().top < innerHeight / 3)
  for (const [id, link] of links)
    if (id === current?.id) {
      if (link.ariaCurrent === 'true') return
      link.ariaCurrent = 'true'
      show(link)
    } else link.ariaCurrent = null
}

let isWaiting = false
addEventListener(
  'scroll',
  () => {
    if (isWaiting) return
    isWaiting = true
    requestAnimationFrame(() => {
      isWaiting = false
      highlightSection()
    })
  },
  { passive: true },
)
highlightSection()

/** A phone's menu closes when one of its links is followed. */
for (const menu of document.querySelectorAll<HTMLDetailsElement>('.contents.on-phone'))
  menu.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) menu.open = false
  })

followLinks()
openTogether()
