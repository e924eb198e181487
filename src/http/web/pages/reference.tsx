// /docs: the API's reference, which the API's own face writes, in the frame of the pages.
import { page } from '../define.js'

export const reference = page({
  path: '/docs',
  access: 'public',
  nav: (catalog) => catalog.web.frame.reference,
  handle: ({ settings }) => ({
    title: 'API',
    // Made and escaped by http/html.ts.
    body: <div class="reference" dangerouslySetInnerHTML={{ __html: settings.referenceHtml }} />,
  }),
})
