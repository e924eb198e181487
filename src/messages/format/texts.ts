// The form of the translated texts: a tree that says of each text which values it takes, from which the types of the
// languages' files and of the texts themselves follow. A text is an ICU message, which translators' tools read.
import { IntlMessageFormat } from 'intl-messageformat'

/** A text without values. */
interface Text {
  readonly kind: 'text'
}

/** Several texts without values. */
interface Lines {
  readonly kind: 'lines'
}

/** A text with values, which are given in this order. */
interface ValueMessage<Names extends readonly string[]> {
  readonly kind: 'message'
  readonly names: Names
}

/** A text with values, which are given as the fields of an object. */
interface FactsMessage<Names extends readonly string[]> {
  readonly kind: 'facts'
  readonly names: Names
}

/** What is built from other texts. */
interface CompositeText<Parts, Value> {
  readonly kind: 'composite'
  readonly parts: Parts
  readonly build: (texts: LanguageTexts<Parts>) => Value
}

export const text: Text = { kind: 'text' }
export const lines: Lines = { kind: 'lines' }

/**
 * Each value is a text that is formatted already. `count:number` is a number, which chooses the plural, and `until?` may
 * be missing: the message selects by `null`.
 */
export const message = <const Names extends readonly string[]>(...names: Names): ValueMessage<Names> => ({
  kind: 'message',
  names,
})

/** The facts of an error, as the service gives them. */
export const facts = <const Names extends readonly string[]>(...names: Names): FactsMessage<Names> => ({
  kind: 'facts',
  names,
})

export const derived = <const Parts, Value>(
  parts: Parts,
  build: (texts: LanguageTexts<Parts>) => Value,
): CompositeText<Parts, Value> => ({ kind: 'composite', parts, build })

type ValueName<Name extends string> = Name extends `${infer Plain}:number`
  ? Plain
  : Name extends `${infer Plain}?`
    ? Plain
    : Name

type TextValue<Name extends string> = Name extends `${string}:number`
  ? number
  : Name extends `${string}?`
    ? string | null | undefined
    : string

type TextArguments<Names extends readonly string[]> = { [At in keyof Names]: TextValue<Names[At]> }

type MessageFacts<Names extends readonly string[]> = {
  readonly [Name in Names[number] as ValueName<Name>]:
    | string
    | number
    | boolean
    | readonly (string | number)[]
    | null
    | undefined
}

/** The texts of a tree in one language. */
export type LanguageTexts<Tree> = Tree extends Text
  ? string
  : Tree extends Lines
    ? readonly string[]
    : Tree extends ValueMessage<infer Names>
      ? (...values: TextArguments<Names>) => string
      : Tree extends FactsMessage<infer Names>
        ? (facts: MessageFacts<Names>) => string
        : Tree extends CompositeText<infer _Parts, infer Value>
          ? Value
          : { readonly [Key in keyof Tree]: LanguageTexts<Tree[Key]> }

/** What the file of a language holds for a tree: a missing text does not compile. */
export type LanguageFile<Tree> = Tree extends Text | ValueMessage<readonly string[]> | FactsMessage<readonly string[]>
  ? string
  : Tree extends Lines
    ? readonly string[]
    : Tree extends CompositeText<infer Parts, infer _Value>
      ? LanguageFile<Parts>
      : { readonly [Key in keyof Tree]: LanguageFile<Tree[Key]> }

type Branch = { readonly [key: string]: unknown }
type Leaf =
  | Text
  | Lines
  | ValueMessage<readonly string[]>
  | FactsMessage<readonly string[]>
  | CompositeText<unknown, unknown>

/** `locale`: of the numbers in the texts. */
export function textsOf<Tree>(tree: Tree, file: LanguageFile<Tree>, locale: string): LanguageTexts<Tree> {
  return textsBelow(tree, file, locale) as LanguageTexts<Tree>
}

function textsBelow(tree: unknown, file: unknown, locale: string): unknown {
  if (Array.isArray(tree)) return tree.map((below, at) => textsBelow(below, (file as readonly unknown[])[at], locale))
  if (!isLeaf(tree)) {
    const entries = Object.entries(tree as Branch)
    return Object.fromEntries(entries.map(([key, below]) => [key, textsBelow(below, (file as Branch)[key], locale)]))
  }
  switch (tree.kind) {
    case 'text':
      return plain(file as string, locale)
    case 'lines':
      return (file as readonly string[]).map((line) => plain(line, locale))
    case 'message':
      return withPositionalValues(tree.names, formatterOf(file as string, locale))
    case 'facts':
      return formatterOf(file as string, locale)
    case 'composite':
      return tree.build(textsBelow(tree.parts, file, locale) as never)
  }
}

const isLeaf = (tree: unknown): tree is Leaf =>
  typeof tree === 'object' && tree !== null && 'kind' in tree && typeof tree.kind === 'string'

type MessageValues = Readonly<Record<string, unknown>>
type Formatter = (values: MessageValues) => string

/** In a text without values, only a quoted sign needs the parser, and two apostrophes are one. Parsing would delay every start. */
const plain = (pattern: string, locale: string): string =>
  /[{}]|'[<>]/.test(pattern) ? formatterOf(pattern, locale)({}) : pattern.replaceAll("''", "'")

/** Parses the message when it is first used, because nobody reads all texts in one language. */
function formatterOf(pattern: string, locale: string): Formatter {
  let format: IntlMessageFormat | undefined
  return (values) => {
    // Texts for Discord hold `<t:…>`, which is no tag.
    format ??= new IntlMessageFormat(pattern, locale, undefined, { ignoreTag: true })
    return `${format.format(selectable(values))}`
  }
}

/** ICU messages select by text, so a missing value becomes `null`, and a boolean `true` or `false`. */
const selectable = (values: MessageValues): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value === 'number') return [name, value]
      return [name, Array.isArray(value) ? value.join(', ') : `${value ?? null}`]
    }),
  )

function withPositionalValues(names: readonly string[], format: Formatter) {
  const plainNames = names.map((name) => name.replace(/:number$|[?]$/, ''))
  return (...values: readonly unknown[]) => format(Object.fromEntries(plainNames.map((name, at) => [name, values[at]])))
}
