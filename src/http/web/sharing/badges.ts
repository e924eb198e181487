// Serves the badges of public games as SVG, and as JSON for badge services (WEB-44). They depend on no cookie, so that
// every cache may keep them.
import { type Response, Router } from 'express'
import { z } from 'zod'
import { HOUR_MINUTES } from '../../../domain/clock.js'
import { rejection } from '../../../domain/error.js'
import { isId } from '../../../domain/universe.js'
import { catalogFor } from '../../../messages/catalog.js'
import type { Services } from '../../../services/services.js'
import { BADGE_METRICS, type BadgeFigure, type BadgeMetric } from '../../../services/sharing/badge-figures.js'
import { addressSubject } from '../../address.js'
import type { RateLimits } from '../../rate-limit.js'
import { validate } from '../../read-request.js'
import { themeQuery } from '../game/picture.js'
import { badgePicture } from './badge-picture.js'

/** Services that show badges ask from few addresses. */
const MAX_BADGES_PER_MINUTE = 1_200
const FILE = new RegExp(`^(${BADGE_METRICS.join('|')})[.](svg|json)$`)
/** In seconds. Players change with each sample; totals grow slowly. */
const MAX_AGE: Readonly<Record<BadgeMetric, number>> = { ccu: 60, rank: 60, visits: 300, likes: 300 }
const STALE_SECONDS = HOUR_MINUTES * 60

const query = z.object({ theme: themeQuery })
/** Everybody gets the same bytes, whatever language the browser prefers. */
const catalog = catalogFor('en-US')
const texts = catalog.web.sharing

export const badgeAddress = (universeId: number, metric: BadgeMetric): string => `/badges/${universeId}/${metric}.svg`

export function badgeRouter({ badgeFigure }: Pick<Services, 'badgeFigure'>, limits: RateLimits): Router {
  const router = Router({ caseSensitive: true })
  router.get('/badges/:universe/:file', async (request, response) => {
    await limits.count(`badges ${addressSubject(request.ip)}`, MAX_BADGES_PER_MINUTE, response)
    const { theme } = validate(query, request.query)
    const [, metric, format] = FILE.exec(request.params.file) ?? []
    const known = BADGE_METRICS.find((one) => one === metric)
    const id = /^[1-9]\d{0,15}$/.test(request.params.universe) ? Number(request.params.universe) : 0
    if (known === undefined || !isId(id)) throw rejection('NOT_FOUND', { name: 'nothing here', facts: {} })
    const figure = await badgeFigure(id, known)
    const badge = { label: texts.badges[known], value: textOf(known, figure) }
    cacheable(response, MAX_AGE[known])
    if (format === 'json') response.json(jsonOf(badge, figure, MAX_AGE[known]))
    else {
      const title = texts.badgeOf(badge.label, badge.value, figure.name)
      response.type('image/svg+xml').send(badgePicture({ ...badge, title, theme }))
    }
  })
  return router
}

function textOf(metric: BadgeMetric, { value, of }: BadgeFigure): string {
  if (value === null) return texts.badgeUnknown
  if (metric === 'rank') return texts.badgeRank(catalog.number(value), catalog.number(of))
  return metric === 'ccu' ? catalog.number(value) : catalog.short(value)
}

/** Other sites show it as a picture and read it with their scripts. The policy of pictures has no scripts to allow. */
function cacheable(response: Response, seconds: number): void {
  response.set({
    'Cache-Control': `public, max-age=${seconds}, stale-while-revalidate=${seconds}, stale-if-error=${STALE_SECONDS}`,
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
}

/** The schema that badge services read from an endpoint (shields.io). */
const jsonOf = (badge: { label: string; value: string }, { value }: BadgeFigure, cacheSeconds: number) => ({
  schemaVersion: 1,
  label: badge.label,
  message: badge.value,
  color: value === null ? 'lightgrey' : '2563eb',
  cacheSeconds,
})
