// While the service does not answer, a link or a form would lead to an error page of the browser, and what was typed would be lost.
// The page stays instead, says so, and offers to try again.
import { linkAt, type NextStep, stepOfClick, stepOfForm } from './next-step.js'
import { serviceAnswers, tryService } from './service.js'

/** Until the service answers again, the page asks as often as this. */
const AWAY_CHECK_INTERVAL_MS = 5_000

const awayDialog = document.querySelector<HTMLDialogElement>('dialog[data-away]')

let nextStep: NextStep | undefined
let timer: ReturnType<typeof setTimeout> | undefined

export function stayWhileAway(): void {
  if (!awayDialog) return
  document.addEventListener('pointerdown', ({ target }) => {
    if (linkAt(target) || (target instanceof Element && target.closest('[type=submit]'))) void serviceAnswers()
  })
  document.addEventListener('click', (event) => take(stepOfClick(event), event))
  document.addEventListener('submit', (event) => take(stepOfForm(event), event))
  awayDialog.querySelector('button')?.addEventListener('click', () => {
    if (nextStep) void goOn(nextStep, tryService())
  })
}

/** The service answers again, or another message says that it does not. */
export function endStay(): void {
  clearTimeout(timer)
  awayDialog?.close()
}

function take(step: NextStep | undefined, event: Event): void {
  if (!step) return
  event.preventDefault()
  nextStep = step
  void goOn(step, serviceAnswers())
}

async function goOn(step: NextStep, answers: Promise<boolean>): Promise<void> {
  document.documentElement.dataset.waiting = ''
  const isAnswered = await answers
  // While its event of being sent is handled, a form cannot be sent again.
  await new Promise((resolve) => setTimeout(resolve))
  // The reader chose something else meanwhile.
  if (nextStep !== step) return
  delete document.documentElement.dataset.waiting
  if (isAnswered) {
    endStay()
    step()
  } else stay()
}

/** What asks a question lies above the page, and so does the message then. */
function show(): void {
  if (document.querySelector('dialog:modal')) awayDialog?.showModal()
  else awayDialog?.show()
}

function stay(): void {
  if (!awayDialog?.open) show()
  clearTimeout(timer)
  timer = setTimeout(async () => {
    if (await tryService()) endStay()
    else if (awayDialog?.open) stay()
  }, AWAY_CHECK_INTERVAL_MS)
}
