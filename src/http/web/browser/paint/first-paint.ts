// When the browser has painted the page for the first time: what is loaded and drawn before then delays all of the page.

/** A browser that reports no paint, or has nothing to paint, is not waited for. */
const PAINT_TIMEOUT_MS = 1_000
const FIRST_PAINT = 'first-contentful-paint'

export function firstPaint(): Promise<void> {
  if (performance.getEntriesByName(FIRST_PAINT).length > 0) return Promise.resolve()
  return new Promise((resolve) => {
    setTimeout(resolve, PAINT_TIMEOUT_MS)
    new PerformanceObserver((list) => {
      if (list.getEntriesByName(FIRST_PAINT).length > 0) resolve()
    }).observe({ type: 'paint', buffered: true })
  })
}
