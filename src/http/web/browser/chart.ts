// On a game's page: makes the chart alive, once it is near the screen. The library comes with it, and nowhere else.

for (const figure of document.querySelectorAll<HTMLElement>('figure.chart')) {
  const start = async (): Promise<void> => {
    const place = figure.querySelector<HTMLElement>('.plot')
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
