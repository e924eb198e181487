// Protects against cross-site requests: unsafe methods are rejected unless they come from our own pages (WEB-4).
import type { Request } from 'express'
import { HeadcountError } from '../../../domain/error.js'

const REFUSAL = 'This came from another site, so nothing was changed. Open the page here and try again.'

export function rejectCrossSite(request: Request, publicOrigin: string | undefined): void {
  if (!isOwn(request, publicOrigin)) throw new HeadcountError('INSUFFICIENT_PERMISSIONS', REFUSAL)
}

/** Uses the Sec-Fetch-Site header; where it is missing (plain http in a local network), the Origin header must be our origin. */
function isOwn(request: Request, publicOrigin: string | undefined): boolean {
  const site = request.get('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const origin = request.get('origin')
  if (origin === undefined || !URL.canParse(origin)) return false
  return origin === publicOrigin || new URL(origin).host === request.host
}
