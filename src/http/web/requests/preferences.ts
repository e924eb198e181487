// The reader's preferences: the language from the browser, the time zone and theme from cookies.
import type { Request } from 'express'
import { catalogFor, type MessageCatalog } from '../../../messages/catalog.js'

export const THEMES = ['auto', 'light', 'dark'] as const
export type PageTheme = (typeof THEMES)[number]

/** The message catalog for the browser's first language, by language and region only; unknown languages use the catalog's default. */
export function catalogOf(request: Request): MessageCatalog {
  const [first = 'en'] = request.acceptsLanguages()
  return catalogFor(/^[a-z]{2,3}(-[A-Z]{2})?$/i.exec(first)?.[0] ?? 'en')
}

export const themeOf = (text: string | undefined): PageTheme => THEMES.find((theme) => theme === text) ?? 'auto'

/** The zone in which a page shows times, as IANA names it, and how it is known. */
export interface PageZone {
  readonly name: string
  readonly source: 'chosen' | 'browser' | 'unknown'
}

const known = new Map<string, boolean>()

const MAX_ZONE_COOKIE_LENGTH = 60

export function isTimeZone(zone: string): boolean {
  if (zone.length > MAX_ZONE_COOKIE_LENGTH) return false
  const seen = known.get(zone)
  if (seen !== undefined) return seen
  const is = canFormatIn(zone)
  if (known.size < 1000) known.set(zone, is)
  return is
}

function canFormatIn(timeZone: string): boolean {
  try {
    // An offset such as +01:00 is rejected, because it does not include daylight saving time.
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '' && /^[A-Za-z]/.test(timeZone)
  } catch {
    return false
  }
}
