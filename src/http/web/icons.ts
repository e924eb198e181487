// Serves the stored icons of games. Each picture has a name of its own, so browsers may keep it for ever (WEB-31).
import { Router } from 'express'
import { rejection } from '../../domain/error.js'
import { ICON_SIDES, type IconSize } from '../../domain/ports/icons.js'
import type { Services } from '../../services/services.js'

const PLACE = '/icons'
const FOREVER = 'public, max-age=31536000, immutable'
const FILE = /^([0-9a-f]{24})-(\d+)[.]webp$/
const SIZES: readonly IconSize[] = ['small', 'large']

/** The path of a stored picture. */
export const iconPath = (fileName: string, size: IconSize): string => `${PLACE}/${fileName}-${ICON_SIDES[size]}.webp`

export function iconRouter({ icons }: Pick<Services, 'icons'>): Router {
  const router = Router({ caseSensitive: true })
  router.get(`${PLACE}/:file`, async (request, response) => {
    const [, fileName = '', side] = FILE.exec(request.params.file) ?? []
    const size = SIZES.find((one) => `${ICON_SIDES[one]}` === side)
    const image = size === undefined ? undefined : await icons.image(fileName, size)
    if (image === undefined) throw rejection('NOT_FOUND', { name: 'unknown file', facts: {} })
    response.set({ 'Content-Type': 'image/webp', 'Cache-Control': FOREVER }).send(Buffer.from(image))
  })
  return router
}
