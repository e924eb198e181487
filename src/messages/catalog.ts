// The words for a person: the table of their language, and numbers as their locale writes them.
import { dateFormat } from '../domain/rules/wall-clock.js'
import { type CatalogTexts, english } from './english.js'

const TABLES: Readonly<Record<string, CatalogTexts>> = { en: english }

export interface MessageCatalog extends CatalogTexts {
  /** Of the numbers, as Intl names it. */
  readonly locale: string
  /** Of the text: the language whose table this is. */
  readonly language: string
  number(value: number): string
  /** In few characters: `1.2M`. */
  short(value: number): string
  /** Of a share between 0 and 1. */
  percent(share: number): string
  /** Of what was measured: a little is never written as nothing, nor nearly all as all: `<0.1%`. */
  part(share: number): string
  /** With its sign: `+1,234`. */
  change(value: number): string
  /** Of a share, with its sign: `+12.3%`. */
  percentChange(share: number): string
  /** With one decimal where it is small: an average of 2.5 players is not 3. */
  rough(value: number): string
  /** The time of day in a zone: a zone is best checked by what its clocks show. */
  clockTime(milliseconds: number, timeZone: string): string
  /** Date and time of day in a zone. */
  dateTime(milliseconds: number, timeZone: string): string
  /** The day in a zone. */
  date(milliseconds: number, timeZone: string): string
  /** The order of names. */
  compare(a: string, b: string): number
}

/** The languages that a server can choose: those with a table. */
export const LANGUAGES: readonly string[] = Object.keys(TABLES)

/** What is registered with Discord for everyone. */
export const defaultCatalog: CatalogTexts = english

const FEW = 100
/** One in the last place that `percent` writes. */
const MIN_PART = 0.001
const MAX_LOCALES = 100

const made = new Map<string, MessageCatalog>()

export function catalogFor(locale: string): MessageCatalog {
  const known = made.get(locale)
  if (known) return known
  const numbers = new Intl.NumberFormat(usable(locale))
  const compact = new Intl.NumberFormat(usable(locale), { notation: 'compact', maximumFractionDigits: 1 })
  const percents = new Intl.NumberFormat(usable(locale), { style: 'percent', maximumFractionDigits: 1 })
  const roughly = new Intl.NumberFormat(usable(locale), { maximumFractionDigits: 1 })
  const wholly = new Intl.NumberFormat(usable(locale), { maximumFractionDigits: 0 })
  const order = new Intl.Collator(usable(locale), { numeric: true })
  const percentChanges = new Intl.NumberFormat(usable(locale), {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  })
  const changes = new Intl.NumberFormat(usable(locale), { signDisplay: 'exceptZero' })
  const asked = locale.split('-')[0] ?? ''
  const table = TABLES[asked] ?? english
  const catalog = {
    ...table,
    locale: usable(locale),
    language: asked in TABLES ? asked : 'en',
    number: (value: number) => numbers.format(value),
    short: (value: number) => compact.format(value),
    percent: (share: number) => percents.format(share),
    part: (share: number) => {
      if (share > 0 && share < MIN_PART) return `<${percents.format(MIN_PART)}`
      return share > 1 - MIN_PART && share < 1
        ? `>${percents.format(1 - MIN_PART)}`
        : percents.format(Math.min(share, 1))
    },
    change: (value: number) => changes.format(value),
    percentChange: (share: number) => percentChanges.format(share),
    rough: (value: number) => (value < FEW ? roughly : wholly).format(value),
    clockTime: (milliseconds: number, timeZone: string) =>
      dateFormat(usable(locale), { timeZone, timeStyle: 'short' }).format(milliseconds),
    dateTime: (milliseconds: number, timeZone: string) =>
      dateFormat(usable(locale), { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(milliseconds),
    date: (milliseconds: number, timeZone: string) =>
      dateFormat(usable(locale), { timeZone, dateStyle: 'medium' }).format(milliseconds),
    compare: order.compare,
  }
  // Browsers may send anything: now and then it begins anew, so that this never grows.
  if (made.size >= MAX_LOCALES) made.clear()
  made.set(locale, catalog)
  return catalog
}

function usable(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en-US'
  } catch {
    return 'en-US'
  }
}
