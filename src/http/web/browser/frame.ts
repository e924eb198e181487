// Runs on every page: keeps it while the service is away, opens dialogs, closes drop-downs and keeps their panels in view, shows the current choice of each segmented control, and closes a toast after a while.
import { stayWhileAway } from './absence/stay.js'
import { markInPlace } from './marks/stars.js'

markInPlace()
stayWhileAway()

/** A page without the parameters that were rejected gets their address, so that what follows the address is about the page. */
const { shownAddress } = document.body.dataset
if (shownAddress !== undefined) history.replaceState(null, '', shownAddress)

/** Long enough to read two sentences. */
const TOAST_LIFETIME_MS = 8_000

/** A destructive action asks in a dialog; without a script its link leads to a page that asks. */
for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-dialog]')) {
  const dialog = document.getElementById(link.dataset.dialog ?? '')
  if (!(dialog instanceof HTMLDialogElement)) continue
  link.setAttribute('aria-haspopup', 'dialog')
  link.addEventListener('click', (event) => {
    event.preventDefault()
    dialog.showModal()
  })
}

/** The browser opens and closes a drop-down only at its own button. */
const dropDowns = [...document.querySelectorAll<HTMLDetailsElement>('details.drop-down')]
const closeOthers = (target: EventTarget | null): void => {
  for (const dropDown of dropDowns) if (target instanceof Node && !dropDown.contains(target)) dropDown.open = false
}
if (dropDowns.length > 0) {
  document.addEventListener('pointerdown', ({ target }) => closeOthers(target))
  for (const dropDown of dropDowns)
    dropDown.addEventListener('toggle', () => {
      if (!dropDown.open) return
      closeOthers(dropDown)
      // Near the lower edge of the window the panel would open below it.
      dropDown.querySelector('.panel')?.scrollIntoView({ block: 'nearest' })
    })
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    for (const dropDown of dropDowns.filter(({ open }) => open)) {
      dropDown.open = false
      dropDown.querySelector('summary')?.focus()
    }
  })
}

/** On small screens a segmented control has room for some of its choices. All places are read before one is changed. */
if (matchMedia('(max-width: 64rem)').matches) {
  const moves = [...document.querySelectorAll<HTMLElement>('.segmented [aria-current]')].flatMap((choice) => {
    const control = choice.closest('.segmented')
    if (!control || control.scrollWidth <= control.clientWidth) return []
    const [own, outer] = [choice.getBoundingClientRect(), control.getBoundingClientRect()]
    return [{ control, by: own.left + own.width / 2 - (outer.left + outer.width / 2) }]
  })
  for (const { control, by } of moves) control.scrollLeft += by
}

/** The example in the style guide stays, and so does what is said while the service is away. */
const toast = document.querySelector<HTMLDialogElement>('dialog.toast:not(.static, [data-away])')

/** A toast that is being read, under the pointer or with the keyboard, stays. */
const closeToast = (): void => {
  if (toast?.matches(':hover, :focus-within')) setTimeout(closeToast, TOAST_LIFETIME_MS)
  else toast?.close()
}
if (toast) setTimeout(closeToast, TOAST_LIFETIME_MS)
