// Renders a chart as a picture, for browsers without scripts and for link previews on other sites.
import { z } from 'zod'
import { PICTURE_PIXEL_RATIO } from '../../../charts/layout.js'
import type { ThemeName } from '../../../charts/theme.js'
import { countedAddress } from '../../address.js'
import type { FileResponse, RequestContext } from '../page.js'
import { inputOf, outlineOf, readWholeChart } from './chart.js'
import type { ChartQuery } from './choice.js'
import { compared, type GameSubject } from './subject.js'

/** As wide as the card of the chart on a large screen. */
export const FULL_PICTURE = { width: 1376, height: 480 } as const
/** Size in CSS pixels; the picture has twice as many pixels in each direction. */
export const PICTURE = { width: 720, height: 400 } as const
/** In pixels. */
export const PICTURE_SIZE = {
  width: PICTURE_PIXEL_RATIO * PICTURE.width,
  height: PICTURE_PIXEL_RATIO * PICTURE.height,
} as const
/** A narrow picture for phones, on which the wide one is unreadable. Each compared game adds a legend line. */
export const narrowPicture = ({ compare }: ChartQuery) => ({ width: 340, height: 360 + LINE_HEIGHT * compare.length })
/** Requests of one address for the numbers and the pictures of charts. */
export const MAX_SERIES_PER_MINUTE = 300
export const MAX_PICTURES_PER_MINUTE = 60
const LINE_HEIGHT = 22
/** Doubled, this is 1200 × 630 pixels, which every preview shows completely. */
export const PREVIEW = { width: 600, height: 315 } as const
/** In pixels. */
export const PREVIEW_SIZE = {
  width: PICTURE_PIXEL_RATIO * PREVIEW.width,
  height: PICTURE_PIXEL_RATIO * PREVIEW.height,
} as const

const PICTURE_WIDTHS = ['full', 'wide', 'narrow'] as const
/** Only these widths are allowed, because pictures are cached. */
export const widthQuery = z
  .enum(PICTURE_WIDTHS, { error: `must be one of ${PICTURE_WIDTHS.join(', ')}` })
  .default('wide')

type PictureArea = PictureStyle['size']

export const sizeOfWidth = (width: z.output<typeof widthQuery>, narrow: PictureArea): PictureArea =>
  ({ full: FULL_PICTURE, wide: PICTURE, narrow })[width]
export const themeQuery = z.enum(['light', 'dark'], { error: 'must be light or dark' }).default('light')

interface PictureStyle {
  readonly theme: ThemeName
  readonly size: { readonly width: number; readonly height: number }
  /** Whether the icon of the game stands in the head. */
  readonly hasIcon?: boolean
}

export async function pictureAnswer(
  context: RequestContext,
  subject: GameSubject,
  choice: ChartQuery,
  look: PictureStyle,
): Promise<FileResponse> {
  const readers = [subject.reader, ...(await compared(subject, choice.compare))]
  const outlined = await outlineOf(context, readers, choice)
  const { universeId } = subject.reader.game
  const iconName = look.hasIcon ? context.icons.get(universeId) : undefined
  const key = [outlined.key, look.theme, look.size.width, context.timeZone, iconName ?? ''].join(' ')
  return {
    send: async (response) => {
      response.set('ETag', `W/"${Buffer.from(key).toString('base64url')}"`)
      if (response.req.fresh) {
        response.status(304).end()
        return
      }
      const png = await context.pictures.of(key, countedAddress(response.req.ip), async (painter) => {
        const { data } = await readWholeChart(context, outlined, readers, choice)
        const icon = iconName === undefined ? undefined : await context.services.icons.image(iconName, 'large')
        return painter.paint({ ...inputOf(data, context, { theme: look.theme, ...look.size }), icon })
      })
      response.type('png').send(png)
    },
  }
}
