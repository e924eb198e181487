// What the reader prefers: language by their browser, time zone and theme by cookie.
import type { Request } from 'express'
import { catalogFor, type MessageCatalog } from '../../../messages/catalog.js'
import { readCookie, TIME_ZONE_COOKIE } from '../cookies.js'

export const THEMES = ['auto', 'light', 'dark'] as const
export type PageTheme = (typeof THEMES)[number]

/** What is asked for first; the table of words falls back by itself. Language and region are all that is taken of it. */
export function wordsOf(request: Request): MessageCatalog {
  const [first = 'en'] = request.acceptsLanguages()
  return catalogFor(/^[a-z]{2,3}(-[A-Z]{2})?$/i.exec(first)?.[0] ?? 'en')
}

export const themeOf = (text: string | undefined): PageTheme => THEMES.find((theme) => theme === text) ?? 'auto'

export function timeZoneOf(request: Request): string {
  const zone = readCookie(request, TIME_ZONE_COOKIE)
  return zone !== undefined && zone.length < 60 && isTimeZone(zone) ? zone : 'UTC'
}

const known = new Map<string, boolean>()

function isTimeZone(zone: string): boolean {
  const seen = known.get(zone)
  if (seen !== undefined) return seen
  const is = canFormatIn(zone)
  if (known.size < 1000) known.set(zone, is)
  return is
}

function canFormatIn(timeZone: string): boolean {
  try {
    // An offset such as +01:00 is none: it does not know of summer.
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '' && /^[A-Za-z]/.test(timeZone)
  } catch {
    return false
  }
}
