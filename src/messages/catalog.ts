// The message catalog for a person: the texts of their language, and numbers in the format of their locale.

import { dateFormat } from '../domain/rules/wall-clock.js'
import { type ShareFormats, shareFormats } from './format/share-format.js'
import { type CatalogTexts, LANGUAGES, textsIn } from './languages.js'

export { type CatalogTexts, LANGUAGES, textsIn } from './languages.js'

export interface MessageCatalog extends CatalogTexts, ShareFormats {
  /** The locale of the numbers, as Intl names it: always one of the language of the texts. */
  readonly locale: string
  /** The language of the texts. */
  readonly language: string
  number(value: number): string
  /** Compact notation: `1.2M`. */
  short(value: number): string
  /** With a sign: `+1,234`. */
  change(value: number): string
  /** Compact notation, always with one decimal, so that columns align: `57.0B`. */
  fixedShort(value: number): string
  /** The same with a sign: `+1.2M`. */
  shortChange(value: number): string
  /** With one decimal if the value is small, because an average of 2.5 players should not read as 3. */
  rough(value: number): string
  /** The same with its decimal in each row of a column, so that they align: `29.0` above `33.1`. */
  average(value: number): string
  /** With as many decimals as another average, beside which it stands. */
  averageBeside(value: number, other: number): string
  /** The time of day in a zone, by which people can check that they chose the right zone. */
  clockTime(milliseconds: number, timeZone: string): string
  /** The date and time of day in a zone. */
  dateTime(milliseconds: number, timeZone: string): string
  /** The date in a zone. */
  date(milliseconds: number, timeZone: string): string
  /** Compares names for sorting. */
  compare(a: string, b: string): number
}

/** The texts that are registered with Discord for everyone. */
export const defaultCatalog: CatalogTexts = textsIn('en', 'en-US')

/** The text of a code that comes from elsewhere, so that there may be none. */
export const textFor = (texts: Readonly<Record<string, string>>, code: string): string | undefined =>
  Object.hasOwn(texts, code) ? texts[code] : undefined

/**
 * A command as texts for web pages name it: by its name in the language of the texts, which most likely is that of the reader's
 * Discord too. For example `/stats`, and in Spanish `/estadísticas`.
 */
export const commandOf = (
  name: keyof CatalogTexts['commandNames'],
  { commandNames }: Pick<CatalogTexts, 'commandNames'>,
): string => `/${commandNames[name]}`

const MIN_WHOLE_NUMBER = 100
/** Spanish would write 6827 below 16.710, so that the digits of a column would not stand below each other. */
const useGrouping = true
const MAX_LOCALES = 100

const catalogs = new Map<string, MessageCatalog>()

export function catalogFor(locale: string): MessageCatalog {
  const known = catalogs.get(locale)
  if (known) return known
  const code = languageOf(locale)
  // Texts and numbers of one answer are in one language: a reader of English texts reads English numbers.
  const numberLocale = code === locale.split('-')[0] ? canonicalLocale(locale) : 'en-US'
  const numbers = new Intl.NumberFormat(numberLocale, { useGrouping })
  const compact = new Intl.NumberFormat(numberLocale, { notation: 'compact', maximumFractionDigits: 1 })
  const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
  const fixedCompact = new Intl.NumberFormat(numberLocale, { notation: 'compact', ...oneDecimal })
  const compactChanges = new Intl.NumberFormat(numberLocale, {
    notation: 'compact',
    ...oneDecimal,
    signDisplay: 'exceptZero',
  })
  const averages = new Intl.NumberFormat(numberLocale, oneDecimal)
  const oneDecimalNumbers = new Intl.NumberFormat(numberLocale, { maximumFractionDigits: 1 })
  const wholeNumbers = new Intl.NumberFormat(numberLocale, { useGrouping, maximumFractionDigits: 0 })
  // Nobody is a whole number.
  const averageFormat = (value: number) => (value > 0 && value < MIN_WHOLE_NUMBER ? averages : wholeNumbers)
  const order = new Intl.Collator(numberLocale, { numeric: true })
  const changes = new Intl.NumberFormat(numberLocale, { useGrouping, signDisplay: 'exceptZero' })
  const catalog = {
    ...textsIn(code, numberLocale),
    ...shareFormats(numberLocale),
    locale: numberLocale,
    language: code,
    number: (value: number) => numbers.format(value),
    short: (value: number) => compact.format(value),
    change: (value: number) => changes.format(value),
    fixedShort: (value: number) => fixedCompact.format(value),
    shortChange: (value: number) => compactChanges.format(value),
    rough: (value: number) => (value < MIN_WHOLE_NUMBER ? oneDecimalNumbers : wholeNumbers).format(value),
    average: (value: number) => averageFormat(value).format(value),
    averageBeside: (value: number, other: number) => averageFormat(other).format(value),
    clockTime: (milliseconds: number, timeZone: string) =>
      dateFormat(numberLocale, { timeZone, timeStyle: 'short' }).format(milliseconds),
    dateTime: (milliseconds: number, timeZone: string) =>
      dateFormat(numberLocale, { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(milliseconds),
    date: (milliseconds: number, timeZone: string) =>
      dateFormat(numberLocale, { timeZone, dateStyle: 'medium' }).format(milliseconds),
    compare: order.compare,
  }
  // Browsers may send any locale, so the cache is cleared when full to bound its size.
  if (catalogs.size >= MAX_LOCALES) catalogs.clear()
  catalogs.set(locale, catalog)
  return catalog
}

function languageOf(locale: string): string {
  const code = locale.split('-')[0] ?? ''
  return LANGUAGES.includes(code) ? code : 'en'
}

function canonicalLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en-US'
  } catch {
    return 'en-US'
  }
}
