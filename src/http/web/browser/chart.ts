// Makes the chart of a game's page interactive once it is near the screen. Only then is the chart library loaded.
import { showLocalTimes } from './chart/local-times.js'
import { firstPaint } from './paint/first-paint.js'

showLocalTimes()

for (const figure of document.querySelectorAll<HTMLElement>('figure.chart')) {
  const start = async (): Promise<void> => {
    const place = figure.querySelector<HTMLElement>('.plot')
    await firstPaint()
    try {
      const { openChart } = await import('./chart/open-chart.js')
      await openChart(figure)
    } catch (problem) {
      if (place) place.textContent = figure.dataset.failed ?? ''
      throw problem
    }
  }
  const watcher = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      watcher.disconnect()
      void start()
    },
    { rootMargin: '400px' },
  )
  watcher.observe(figure)
}
