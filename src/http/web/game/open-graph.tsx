// OpenGraph metadata for the link preview of a public game: its name, its players and its chart as a picture.
import type { LatestSample } from '../../../domain/ports/series.js'
import type { RequestContext, View } from '../page.js'
import { PREVIEW } from './picture.js'
import type { GameSubject } from './subject.js'

const OPEN_GRAPH_PIXEL_RATIO = 2

export function openGraph(
  { settings, catalog }: RequestContext,
  { reader, base }: GameSubject,
  latest: LatestSample | undefined,
): Pick<View, 'description' | 'head'> {
  const { name } = reader.game
  const texts = catalog.web.game
  const description = latest ? texts.description(name, catalog.number(latest.ccu)) : texts.unmeasured
  const address = settings.origin + base
  const alt = texts.metricOf(catalog.metrics.choices.ccu, name)
  return {
    description,
    head: (
      <>
        <link rel="canonical" href={address} />
        <meta property="og:type" content="website" />
        <meta property="og:site_name" content={catalog.web.frame.product} />
        <meta property="og:title" content={name} />
        <meta property="og:description" content={description} />
        <meta property="og:url" content={address} />
        <meta property="og:image" content={`${address}/preview.png`} />
        <meta property="og:image:type" content="image/png" />
        <meta property="og:image:width" content={`${PREVIEW.width * OPEN_GRAPH_PIXEL_RATIO}`} />
        <meta property="og:image:height" content={`${PREVIEW.height * OPEN_GRAPH_PIXEL_RATIO}`} />
        <meta property="og:image:alt" content={alt} />
        <meta name="twitter:card" content="summary_large_image" />
      </>
    ),
  }
}
