// The reader's preferences: the language from the browser, the time zone and theme from cookies.
import type { Request } from 'express'
import { catalogFor, LANGUAGES, type MessageCatalog } from '../../../messages/catalog.js'

export const THEMES = ['auto', 'light', 'dark'] as const
export type PageTheme = (typeof THEMES)[number]

/** The message catalog for the first of the browser's languages that has texts, by language and region only. */
export function catalogOf(request: Request): MessageCatalog {
  const locales = request.acceptsLanguages().flatMap((name) => /^[a-z]{2,3}(-[A-Z]{2})?$/i.exec(name)?.[0] ?? [])
  return catalogFor(locales.find((locale) => LANGUAGES.includes(locale.split('-')[0] ?? '')) ?? 'en')
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
