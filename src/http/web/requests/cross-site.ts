// Only a page of ours may change something: unsafe methods are refused from elsewhere (WEB-4).
import type { Request } from 'express'
import { HeadcountError } from '../../../domain/error.js'

const REFUSAL = 'This came from another site, so nothing was changed. Open the page here and try again.'

export function rejectCrossSite(request: Request, publicOrigin: string | undefined): void {
  if (!isOwn(request, publicOrigin)) throw new HeadcountError('INSUFFICIENT_PERMISSIONS', REFUSAL)
}

/** The browser says where a request comes from; where it does not (plain http in a local net), the origin must be ours. */
function isOwn(request: Request, publicOrigin: string | undefined): boolean {
  const site = request.get('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const origin = request.get('origin')
  if (origin === undefined || !URL.canParse(origin)) return false
  return origin === publicOrigin || new URL(origin).host === request.host
}
