// What a screen does beside showing numbers: fills itself, stays awake, and hides the tools while nobody uses them.

const IDLE_DELAY_MS = 6_000

/** Shows the button where the browser can do it. */
export function offerFullScreen(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-full-screen]')
  if (!button || !document.fullscreenEnabled) return
  button.hidden = false
  button.addEventListener('click', () => {
    const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
    change.catch(() => undefined)
  })
}

/** Browsers allow it only on pages that use TLS or come from this machine, and end it when the page is hidden. */
export function stayAwake(): void {
  const { wakeLock } = navigator as Partial<Pick<Navigator, 'wakeLock'>>
  if (!wakeLock) return
  const keep = (): void => {
    if (!document.hidden) wakeLock.request('screen').catch(() => undefined)
  }
  document.addEventListener('visibilitychange', keep)
  keep()
}

/** Returns what hides the pointer and the tools once nobody has used them for a while; it is called again and again. */
export function hideToolsWhenIdle(): () => void {
  let usedAt = performance.now()
  const use = (): void => {
    usedAt = performance.now()
    document.body.classList.remove('idle')
  }
  for (const name of ['pointermove', 'pointerdown', 'keydown']) document.addEventListener(name, use, { passive: true })
  return () => {
    const isUsed = document.querySelector('.wall-tools :focus-visible') !== null
    if (!isUsed && performance.now() - usedAt > IDLE_DELAY_MS) document.body.classList.add('idle')
  }
}
