// Runs before anything of the page is painted: sets the time zone, and lets the browser paint the first screen of a long page before it
// styles and lays out what is below it (`data-first-screen`). A plain script that blocks, because a module would run after the first
// paint; so it is a block, which leaves no names behind.
import { firstPaint } from './paint/first-paint.js'
import './paint/zone.js'

{
  const root = document.documentElement
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // Somebody who comes back to a place in the page, or follows a link into it, needs all of the page at once.
  const isFromTop = navigation?.type === 'navigate' && location.hash === ''
  if (isFromTop) {
    root.dataset.firstScreen = ''
    void firstPaint().then(() => {
      delete root.dataset.firstScreen
    })
  }
}
