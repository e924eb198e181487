// What a press of the reader leads to: another page, or a form that is sent.

/** Something that the reader chose to do, and that can be done later. */
export type NextStep = () => void

/** The form that is sent at last, because the service answers. */
let sentForm: HTMLFormElement | undefined

/** The link that leads to another page of the service in this tab; undefined for any other place. */
export function linkAt(place: EventTarget | null): HTMLAnchorElement | undefined {
  const link = place instanceof Element ? place.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.origin !== location.origin || link.target !== '' || link.hasAttribute('download')) return undefined
  // It opens a dialog.
  if (link.dataset.dialog !== undefined) return undefined
  const isHere = link.hash !== '' && link.pathname + link.search === location.pathname + location.search
  return isHere ? undefined : link
}

export function stepOfClick(event: MouseEvent): NextStep | undefined {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return undefined
  const link = linkAt(event.target)
  return link && (() => location.assign(link.href))
}

/** A form is sent as it is then, by the same button. */
export function stepOfForm({ target: form, defaultPrevented, submitter }: SubmitEvent): NextStep | undefined {
  if (defaultPrevented || !(form instanceof HTMLFormElement)) return undefined
  const isOurs = new URL(form.action, location.href).origin === location.origin
  if (!isOurs || form.method === 'dialog' || form === sentForm) return undefined
  return () => {
    sentForm = form
    form.requestSubmit(submitter)
    sentForm = undefined
  }
}
