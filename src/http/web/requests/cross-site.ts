// Protects against other sites: unsafe methods are rejected unless they come from our own pages (WEB-4), and after signing
// in nobody is redirected to another site.
import type { Request } from 'express'
import { rejection } from '../../../domain/error.js'

export function rejectCrossSite(request: Request, publicOrigin: string | undefined): void {
  if (!isOwn(request, publicOrigin))
    throw rejection('INSUFFICIENT_PERMISSIONS', { name: 'from another site', facts: {} })
}

/** Uses the Sec-Fetch-Site header; where it is missing (plain http in a local network), the Origin header must be our origin. */
function isOwn(request: Request, publicOrigin: string | undefined): boolean {
  const site = request.get('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const origin = request.get('origin')
  if (origin === undefined || !URL.canParse(origin)) return false
  const { host } = new URL(origin)
  // Over http, an attacker on the network can serve a page of the same host.
  if (publicOrigin !== undefined && host === new URL(publicOrigin).host) return origin === publicOrigin
  return host === request.host
}

const BASE = 'http://local.invalid'

/** The path and query of a return address, or the fallback where the text would lead to another site. */
export function localPath(text: string | undefined, fallback = '/'): string {
  if (!text?.startsWith('/') || !URL.canParse(text, BASE)) return fallback
  const url = new URL(text, BASE)
  // Browsers, and URL, read //host and /\host as another host. Resolving dots may also produce a path that begins with two slashes.
  return url.origin === BASE && !url.pathname.startsWith('//') ? url.pathname + url.search : fallback
}
