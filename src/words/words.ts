// The words for a person: the table of their language, and numbers as their locale writes them.
import { english, type Table } from './english.js'

const TABLES: Readonly<Record<string, Table>> = { en: english }

export interface Words extends Table {
  number(value: number): string
  /** Of a share between 0 and 1. */
  percent(share: number): string
}

/** What is registered with Discord for everyone. */
export const defaultWords: Table = english

const made = new Map<string, Words>()

export function wordsFor(locale: string): Words {
  const known = made.get(locale)
  if (known) return known
  const numbers = new Intl.NumberFormat(usable(locale))
  const percents = new Intl.NumberFormat(usable(locale), { style: 'percent', maximumFractionDigits: 1 })
  const table = TABLES[locale.split('-')[0] ?? ''] ?? english
  const words = {
    ...table,
    number: (value: number) => numbers.format(value),
    percent: (share: number) => percents.format(share),
  }
  // Discord knows some thirty locales; anything else is not kept, so that this never grows.
  if (made.size < 100) made.set(locale, words)
  return words
}

function usable(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? 'en-US'
  } catch {
    return 'en-US'
  }
}
