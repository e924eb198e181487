// Marks favorites without loading the page again, which would lose the place in a long list and the focus.

const form = document.querySelector<HTMLFormElement>('form#stars')
/** The star that is sent as a form without a script is, because this failed. */
let plainStar: HTMLElement | null = null

export function markInPlace(): void {
  form?.addEventListener('submit', (event) => {
    const star = event.submitter
    if (!(star instanceof HTMLButtonElement) || star === plainStar) return
    event.preventDefault()
    void mark(form, star)
  })
}

async function mark(stars: HTMLFormElement, star: HTMLButtonElement): Promise<void> {
  const isMarked = star.name === 'add'
  show(star, isMarked)
  if (await send(stars, { [isMarked ? 'add' : 'remove']: star.value })) return
  show(star, !isMarked)
  plainStar = star
  stars.requestSubmit(star)
  plainStar = null
}

/** Whether the answer leads back to this page; where the session ended, it leads elsewhere. */
async function send(stars: HTMLFormElement, fields: Readonly<Record<string, string>>): Promise<boolean> {
  const back = new FormData(stars).get('return')
  const body = new URLSearchParams({ ...fields, return: typeof back === 'string' ? back : '' })
  const answer = await fetch(stars.action, { method: 'POST', body, headers: { accept: 'text/html' } }).catch(
    () => undefined,
  )
  return answer?.ok === true && new URL(answer.url).pathname === location.pathname
}

function show(star: HTMLButtonElement, isMarked: boolean): void {
  star.name = isMarked ? 'remove' : 'add'
  star.ariaPressed = `${isMarked}`
}
