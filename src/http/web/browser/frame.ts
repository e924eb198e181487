// Runs on every page: opens dialogs, shows the current choice of each segmented control, and closes a toast after a while.

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

/** On a phone a segmented control has room for some of its choices. */
for (const choice of document.querySelectorAll<HTMLElement>('.segmented [aria-current]')) {
  const control = choice.closest('.segmented')
  if (!control) continue
  const [own, outer] = [choice.getBoundingClientRect(), control.getBoundingClientRect()]
  control.scrollLeft += own.left + own.width / 2 - (outer.left + outer.width / 2)
}

/** The example in the style guide stays. */
const toast = document.querySelector<HTMLDialogElement>('dialog.toast:not(.static)')

/** A toast that is being read, under the pointer or with the keyboard, stays. */
const closeToast = (): void => {
  if (toast?.matches(':hover, :focus-within')) setTimeout(closeToast, TOAST_LIFETIME_MS)
  else toast?.close()
}
if (toast) setTimeout(closeToast, TOAST_LIFETIME_MS)
