// Adds names and descriptions in the other languages to the commands that are registered with Discord. A command is written
// in English, and what it says is looked up by its English text, so that a command needs to name each text only once.
import type { LocalizationMap } from 'discord.js'
import { type CatalogTexts, defaultCatalog, LANGUAGES, textsIn } from '../../messages/catalog.js'

/** Discord's locales of each language. */
const LOCALES: Readonly<Record<string, readonly string[]>> = { es: ['es-ES', 'es-419'], pt: ['pt-BR'] }

interface Translation {
  readonly locale: string
  readonly names: Readonly<Record<string, string>>
  /** By the English text. */
  readonly texts: ReadonlyMap<string, string>
}

/** `body`: commands as discord.js builds them. */
export function localizeCommands<Body>(body: Body): Body {
  const translations = LANGUAGES.flatMap((language) => (LOCALES[language] ?? []).map((locale) => of(language, locale)))
  return localized(body, translations) as Body
}

function of(language: string, locale: string): Translation {
  const texts = textsIn(language, locale)
  return { locale, names: texts.commandNames, texts: pairsOf(defaultCatalog, texts) }
}

/** How another language says what a command says in English; what it does not know stays English. */
export function translationTo(other: CatalogTexts): (english: string) => string {
  const texts = pairsOf(defaultCatalog, other)
  return (english) => texts.get(english) ?? english
}

function pairsOf(english: CatalogTexts, other: CatalogTexts): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>()
  const walk = (from: unknown, to: unknown): void => {
    if (typeof from === 'string' && typeof to === 'string' && !pairs.has(from)) pairs.set(from, to)
    if (isRecord(from) && isRecord(to)) for (const [key, value] of Object.entries(from)) walk(value, to[key])
  }
  // The pages have the same words in other senses.
  walk({ ...english, web: undefined }, other)
  return pairs
}

function localized(node: unknown, translations: readonly Translation[]): unknown {
  if (Array.isArray(node)) return node.map((one) => localized(one, translations))
  if (!isRecord(node)) return node
  const entries = Object.entries(node).map(([key, value]) => [key, localized(value, translations)] as const)
  const { name, description } = node
  return {
    ...Object.fromEntries(entries),
    ...(typeof name === 'string' && {
      name_localizations: mapOf(translations, ({ names, texts }) => ownOf(names, name) ?? texts.get(name)),
    }),
    ...(typeof description === 'string' && {
      description_localizations: mapOf(translations, ({ texts }) => texts.get(description)),
    }),
  }
}

function mapOf(translations: readonly Translation[], text: (translation: Translation) => string | undefined) {
  const entries = translations.flatMap((translation) => {
    const found = text(translation)
    return found === undefined ? [] : [[translation.locale, found] as const]
  })
  return Object.fromEntries(entries) as LocalizationMap
}

const ownOf = (names: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(names, name) ? names[name] : undefined

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
