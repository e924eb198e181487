// OpenGraph metadata: what other sites and chats show of a link to a public page.

import { PREVIEW_SIZE } from '../game/picture.js'
import type { RequestContext, View } from '../page.js'

/** The public pages without a chart. Their preview is a card with their title. */
export const CARD_NAMES = ['front', 'rankings', 'status', 'docs'] as const
export type CardName = (typeof CARD_NAMES)[number]

export const cardAddress = (name: CardName): string => `/preview/${name}.png`

/** Only what strangers see has a preview, and they are not signed in. */
export function LinkPreview({ frame, view }: { readonly frame: RequestContext; readonly view: View }) {
  const { settings, catalog, address, visitor } = frame
  if (visitor !== undefined || (view.status ?? 200) >= 400 || view.embedded) return null
  const { description = catalog.web.front.description, title } = view
  const { path, alt, width, height } = view.preview ?? { path: cardAddress('front'), alt: title, ...PREVIEW_SIZE }
  const url = settings.origin + address.replace(/\?.*$/, '')
  return (
    <>
      <link rel="canonical" href={url} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={catalog.web.frame.product} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={settings.origin + path} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={`${width}`} />
      <meta property="og:image:height" content={`${height}`} />
      <meta property="og:image:alt" content={alt} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
