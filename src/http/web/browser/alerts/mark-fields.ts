// Marks the fields of a form as a newer answer of the service does, without changing what was typed or where the focus is.

const MARKS = ['aria-invalid', 'aria-describedby'] as const

export function markFields(form: HTMLFormElement, answer: Document): void {
  for (const field of form.querySelectorAll<HTMLElement>('.field [id][name]')) {
    const newer = answer.getElementById(field.id)
    if (newer) markField(field, newer, answer)
  }
}

function markField(field: HTMLElement, newer: HTMLElement, answer: Document): void {
  for (const mark of MARKS) {
    const value = newer.getAttribute(mark)
    if (value === null) field.removeAttribute(mark)
    else field.setAttribute(mark, value)
  }
  const id = `${field.id}-error`
  const [current, error] = [document.getElementById(id), answer.getElementById(id)]
  // What is said already is not announced again.
  if (current && error && current.textContent === error.textContent) return
  current?.remove()
  if (error) field.after(error)
}
