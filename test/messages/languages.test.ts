// The texts in each language: complete, with the same values as in English, and within Discord's limits.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, it } from 'vitest'
import { loadCommands } from '../../src/bot/registration/load-commands.js'
import { localizeCommands } from '../../src/bot/registration/localize-commands.js'
import { catalogFor, LANGUAGES } from '../../src/messages/catalog.js'

const FOLDER = new URL('../../src/messages/languages', import.meta.url).pathname
const MAX_DESCRIPTION_LENGTH = 100
/** Of names, descriptions and values of a command with all below it, in the longest language. */
const MAX_COMMAND_LENGTH = 8_000
const COMMAND_NAME = /^[-_'\p{Ll}\p{Lm}\p{Lo}\p{N}]{1,32}$/u
const OTHERS = LANGUAGES.filter((language) => language !== 'en')

type Texts = ReadonlyMap<string, string>
type Element = ReturnType<IntlMessageFormat['getAst']>[number]

interface Node {
  readonly name?: string
  readonly description?: string
  readonly name_localizations?: Readonly<Record<string, string>>
  readonly description_localizations?: Readonly<Record<string, string>>
  readonly options?: readonly Node[]
  readonly choices?: readonly Node[]
  readonly value?: unknown
}

async function textsOf(language: string): Promise<Texts> {
  const texts = new Map<string, string>()
  const add = (below: unknown, path: string): void => {
    if (typeof below === 'string') texts.set(path, below)
    else for (const [key, value] of Object.entries(below ?? {})) add(value, `${path} › ${key}`)
  }
  for (const file of await readdir(join(FOLDER, language)))
    add(JSON.parse(await readFile(join(FOLDER, language, file), 'utf8')), file)
  return texts
}

/** The values of a message, each with the texts between which it chooses, except that languages differ in their plurals. */
function valuesOf(pattern: string, language: string): string[] {
  const found = new Set<string>()
  const add = (elements: readonly Element[]): void => {
    for (const element of elements) {
      if (!('value' in element) || element.type === 0) continue
      const choices = 'options' in element && !('pluralType' in element) ? Object.keys(element.options).sort() : []
      found.add([element.value, ...choices].join(' '))
      if ('options' in element) for (const { value } of Object.values(element.options)) add(value)
    }
  }
  add(new IntlMessageFormat(pattern, language, undefined, { ignoreTag: true }).getAst())
  return [...found].sort()
}

const commands = async (): Promise<readonly Node[]> =>
  localizeCommands(
    [...(await loadCommands()).values()].flatMap(({ data, onMessage }) => [
      data.toJSON() as Node,
      ...(onMessage ? [onMessage.data.toJSON() as Node] : []),
    ]),
  )

const below = (node: Node): readonly Node[] => [node, ...(node.options ?? []).flatMap(below)]

const longest = (text = '', others: Readonly<Record<string, string>> = {}): number =>
  Math.max(...[text, ...Object.values(others)].map((one) => one.length))

const lengthOf = (node: Node): number =>
  longest(node.name, node.name_localizations) +
  longest(node.description, node.description_localizations) +
  [...(node.options ?? []), ...(node.choices ?? [])].reduce((sum, one) => sum + lengthOf(one), 0) +
  (typeof node.value === 'string' ? node.value.length : 0)

describe.each(OTHERS)('the texts in %s', (language) => {
  it('are those that there are in English, and take the same values [DISCORD-45]', async () => {
    const [english, other] = [await textsOf('en'), await textsOf(language)]
    expect([...other.keys()]).toEqual([...english.keys()])
    const values = (texts: Texts, of: string) =>
      Object.fromEntries([...texts].map(([path, pattern]) => [path, valuesOf(pattern, of)]))
    expect(values(other, language)).toEqual(values(english, 'en'))
  })

  it('name the same commands, and have as many marks of bold text', async () => {
    const marks = (texts: Texts) =>
      [...texts].map(([path, text]) => [path, [...text.matchAll(/`\/[^`]*`|\*\*|<t:/g)].map(String).sort()])
    expect(marks(await textsOf(language))).toEqual(marks(await textsOf('en')))
  })

  it('are other texts than the English ones, where they are sentences', async () => {
    const english = await textsOf('en')
    const same = [...(await textsOf(language))].filter(([path, text]) => text === english.get(path))
    expect(same.filter(([, text]) => /^[A-Z][a-z]+( [a-z]+){3,}[.]$/.test(text))).toEqual([])
  })

  it('have the numbers of the language', () => {
    const { number, rank } = catalogFor(language)
    expect(number(1_234_567)).toBe(new Intl.NumberFormat(language).format(1_234_567))
    expect(rank.games(1_234_567)).toContain(number(1_234_567))
    expect(rank.games(1)).not.toBe(rank.games(2).replace('2', '1'))
  })
})

describe('the commands', () => {
  it('have a name and a description in each language, within the limits of Discord', async () => {
    for (const command of await commands()) {
      expect(lengthOf(command)).toBeLessThanOrEqual(MAX_COMMAND_LENGTH)
      for (const node of below(command)) {
        expect(Object.keys(node.name_localizations ?? {}), node.name).toEqual(['es-ES', 'es-419', 'pt-BR'])
        if (node.description === undefined) continue
        expect(Object.keys(node.description_localizations ?? {}), node.description).toHaveLength(3)
        expect(longest(node.description, node.description_localizations)).toBeLessThanOrEqual(MAX_DESCRIPTION_LENGTH)
        for (const name of Object.values(node.name_localizations ?? {})) expect(name).toMatch(COMMAND_NAME)
      }
    }
  })

  it('have different names beside each other in each language', async () => {
    const all = await commands()
    for (const siblings of [all, ...all.flatMap(below).map(({ options }) => options ?? [])])
      for (const locale of ['es-ES', 'pt-BR']) {
        const names = siblings.map(({ name_localizations }) => name_localizations?.[locale])
        expect(new Set(names).size, names.join(' ')).toBe(names.length)
      }
  })
})
