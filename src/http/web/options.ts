// The options of the web pages.
import type { Services } from '../../services/services.js'
import type { Assets } from '../assets.js'
import type { RateLimits } from '../rate-limit.js'
import type { Cookies } from './cookies.js'
import type { WebChartCache } from './game/pictures.js'
import type { WebSettings } from './page.js'

export interface WebOptions {
  readonly services: Services
  readonly settings: Omit<WebSettings, 'origin'>
  readonly givenOrigin: string | undefined
  readonly limits: RateLimits
  readonly assets: Assets
  readonly cookies: Cookies
  readonly pictures: WebChartCache
  /** Other origins to which forms may redirect. */
  readonly formTargets: readonly string[]
}
