// Makes copy buttons work, and keeps a reload of a page that answered a form from sending the form again.

history.replaceState(null, '', location.href)

for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
  const { copy = '', done = '', byHand = '' } = button.dataset
  const source = document.getElementById(copy)
  const status = button.parentElement?.querySelector('[role=status]')
  if (!source || !status) continue
  button.hidden = false
  button.addEventListener('click', async () => {
    const isCopied = await put(source.textContent)
    if (!isCopied) getSelection()?.selectAllChildren(source)
    status.textContent = isCopied ? done : byHand
  })
}

/** Browsers allow access to the clipboard only on pages that use TLS or come from this machine. */
async function put(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
