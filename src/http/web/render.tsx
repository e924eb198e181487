// Renders a view to an HTML document.
import { renderToString } from 'preact-render-to-string'
import { Layout, type LayoutContext } from './layout.js'
import type { View } from './page.js'

export const renderPage = (frame: LayoutContext, view: View): string =>
  `<!doctype html>${renderToString(<Layout frame={frame} view={view} />)}`
