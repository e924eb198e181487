// /docs: the API reference, inside the layout of the web pages.
import { page } from '../define.js'

export const reference = page({
  path: '/docs',
  access: 'public',
  nav: (catalog) => catalog.web.frame.reference,
  handle: ({ settings }) => ({
    title: 'API',
    // http/html.ts generated and escaped this HTML.
    body: <div class="reference" dangerouslySetInnerHTML={{ __html: settings.referenceHtml }} />,
  }),
})
