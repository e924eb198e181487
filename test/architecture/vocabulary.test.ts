// Names are the standard terms of src/GLOSSARY.md. A name that is not says which one to use instead.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { documentLines, type ParsedFile, parsed, proseOf, titlesOf } from './prose.js'
import { sourceFiles } from './source-files.js'
import {
  BARE_PARTICIPLES,
  CONVENTIONAL_CONSTANTS,
  CONVENTIONAL_TYPES,
  EXCEPTIONS,
  folderAdvice,
  numberAdvice,
  ONE_SENSE,
  PATH_REPLACEMENTS,
  PRIVATE_PARTS,
  PRIVATE_WORDS,
  PROSE_REPLACEMENTS,
  participleAdvice,
  REPLACEMENTS,
  TITLE_REPLACEMENTS,
} from './vocabulary-words.js'

interface DeclaredName {
  readonly file: string
  readonly name: string
  readonly isType: boolean
}

/** The words in the last column of the tables about the code; patterns like `bindX` stand for their first part. */
function ruledOut(glossary: string): string[] {
  const [code = ''] = glossary.split('## For people')
  return [...code.matchAll(/^\|.*\|.*\|([^|]*)\|$/gm)]
    .flatMap(([, words = '']) => words.split(','))
    .map((word) => word.replace(/\(.*\)|[`…]|X$/g, '').trim())
    .filter((word) => word !== '' && word !== 'never' && !/^-+$/.test(word))
}

/**
 * The names that a file declares, in types, values and literals, and keys in quotes. A shorthand property and a name that
 * is only passed on are declared elsewhere.
 */
const declaredNames = ({ file, nodes }: ParsedFile): DeclaredName[] =>
  nodes.flatMap((node) => {
    const isType = TYPE_DECLARATIONS.some((is) => is(node))
    if (!isType && !VALUE_DECLARATIONS.some((is) => is(node))) return []
    const { name } = node as ts.NamedDeclaration
    const isNamed = name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name))
    return isNamed ? [{ file, name: name.text, isType }] : []
  })

const TYPE_DECLARATIONS: readonly ((node: ts.Node) => boolean)[] = [
  ts.isInterfaceDeclaration,
  ts.isTypeAliasDeclaration,
  ts.isClassDeclaration,
  ts.isEnumDeclaration,
]

const VALUE_DECLARATIONS: readonly ((node: ts.Node) => boolean)[] = [
  ts.isVariableDeclaration,
  ts.isFunctionDeclaration,
  ts.isParameter,
  ts.isBindingElement,
  ts.isPropertySignature,
  ts.isMethodSignature,
  ts.isMethodDeclaration,
  ts.isPropertyDeclaration,
  ts.isAccessor,
  ts.isEnumMember,
  ts.isPropertyAssignment,
  ts.isImportSpecifier,
]

interface DeclaredConstant {
  readonly file: string
  readonly name: string
  readonly isNumber: boolean
  readonly isExported: boolean
}

/** The constants in capitals of a file. One is a number if it is made of numbers and of other constants. */
const constantsOf = ({ file, nodes }: ParsedFile): DeclaredConstant[] =>
  nodes.flatMap((node) => {
    if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name) || !IN_CAPITALS.test(node.name.text)) return []
    const isExported = /^export\b/.test(node.parent.parent.getText())
    return [{ file, name: node.name.text, isNumber: isNumeric(node.initializer), isExported }]
  })

const IN_CAPITALS = /^[A-Z][A-Z0-9_]*$/

function isNumeric(value: ts.Expression | undefined): boolean {
  if (value === undefined) return false
  if (ts.isNumericLiteral(value)) return true
  if (ts.isPrefixUnaryExpression(value)) return isNumeric(value.operand)
  if (ts.isParenthesizedExpression(value)) return isNumeric(value.expression)
  if (ts.isCallExpression(value)) return value.expression.getText().startsWith('Math.')
  // A constant that is derived from others has a number on one side.
  return ts.isBinaryExpression(value) && /^(?:[-+*/]|\*\*)$/.test(value.operatorToken.getText()) && !isText(value)
}

const isText = (value: ts.BinaryExpression): boolean =>
  [value.left, value.right].some((side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side))

const matching = (rules: readonly (readonly [RegExp, string])[], name: string): string[] =>
  rules.filter(([pattern]) => pattern.test(name)).map(([, instead]) => instead)

const privateParts = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .flatMap((part) => PRIVATE_PARTS.get(part) ?? [])

/** For each name that is not a term, its file and what to say instead. */
function adviceFor(
  declared: readonly Pick<DeclaredName, 'file' | 'name'>[],
  insteadOf: (name: string) => string[],
): string[] {
  // Most names are declared many times, and few are wrong.
  const advice = new Map([...new Set(declared.map(({ name }) => name))].map((name) => [name, insteadOf(name)]))
  const wrong = declared
    .filter(({ file, name }) => !EXCEPTIONS.some((each) => each.file.test(file) && each.name.test(name)))
    .flatMap(({ file, name }) => (advice.get(name) ?? []).map((instead) => `${file}: ${name}: use ${instead}`))
  return [...new Set(wrong)]
}

type Sentences = readonly (readonly [path: string, sentence: string])[]

const wrongIn = (sentences: Sentences, rules: readonly (readonly [RegExp, string])[]): string[] =>
  sentences.flatMap(([path, sentence]) =>
    matching(rules, sentence).map((instead) => `${path}: ${sentence.trim()}: use ${instead}`),
  )

interface FileFindings {
  readonly names: readonly DeclaredName[]
  readonly constants: readonly DeclaredConstant[]
  readonly sentences: Sentences
  readonly titles: Sentences
}

/** The files of this test name the words themselves; those of all tests may call their constants as they like. */
function findIn(path: string, text: string): FileFindings {
  const file = parsed(path, text)
  const [isTest, isVocabulary] = [path.startsWith('test/'), path.startsWith('test/architecture/vocabulary')]
  const withPath = (sentence: string) => [path, sentence] as const
  return {
    names: isVocabulary ? [] : declaredNames(file),
    constants: isTest ? [] : constantsOf(file),
    sentences: isVocabulary ? [] : proseOf(file).map(withPath),
    titles: isTest && !isVocabulary ? titlesOf(file).map(withPath) : [],
  }
}

let names: readonly DeclaredName[]
let constants: readonly DeclaredConstant[]
let glossary: string[]
let prose: Sentences
let titles: Sentences
let paths: readonly string[]
beforeAll(async () => {
  const root = join(import.meta.dirname, '..', '..')
  paths = await sourceFiles(root)
  glossary = ruledOut(await readFile(join(root, 'src', 'GLOSSARY.md'), 'utf8'))
  // Each file is parsed once, and no tree is held after that: all of them take hundreds of MiB.
  const found = await Promise.all(paths.map(async (path) => findIn(path, await readFile(join(root, path), 'utf8'))))
  prose = [...found.flatMap(({ sentences }) => sentences), ...(await documentLines(root))]
  titles = found.flatMap((file) => file.titles)
  names = found.flatMap((file) => file.names)
  constants = found.flatMap((file) => file.constants)
})

describe('the vocabulary', () => {
  it('uses the name of a type once in the repository, and in the files of the second storage engine as in those of the first', () => {
    const files = new Map<string, string[]>()
    for (const { name, file } of names.filter(({ isType }) => isType))
      if (!CONVENTIONAL_TYPES.includes(name)) files.set(name, [...(files.get(name) ?? []), file])
    const isOfFirstEngine = (place: string) => place.startsWith('src/store/sqlite/')
    const counted = (places: readonly string[]) =>
      places.filter((place) => !place.startsWith('src/store/postgres/') || !places.some(isOfFirstEngine))
    expect([...files].filter(([, places]) => new Set(counted(places)).size > 1)).toEqual([])
  })

  it('calls no type by a participle or an adverb', () => {
    expect(
      adviceFor(
        names.filter(({ isType }) => isType),
        participleAdvice,
      ),
    ).toEqual([])
  })

  it('names things by the standard terms', () => {
    expect(adviceFor(names, (name) => matching(REPLACEMENTS, name))).toEqual([])
  })

  it('gives no variable, parameter, property or key a private word, nor a name that contains one', () => {
    expect(adviceFor(names, (name) => [...matching(PRIVATE_WORDS, name), ...privateParts(name)])).toEqual([])
  })

  it('calls no variable, parameter or property of the program and of the support of tests by a bare participle', () => {
    const own = names.filter(({ file }) => /^(?:src|commands|test\/support)\//.test(file))
    expect(adviceFor(own, (name) => matching(BARE_PARTICIPLES, name))).toEqual([])
  })

  it('finds every word that the glossary rules out', () => {
    const nameRules = [...REPLACEMENTS, ...PRIVATE_WORDS]
    const isFound = (word: string): boolean =>
      [word, `${word}s`, `${word}X`, `${word}ROWS`].some((name) => matching(nameRules, name).length > 0) ||
      privateParts(word).length > 0 ||
      participleAdvice(word).length > 0 ||
      matching(PROSE_REPLACEMENTS, `the ${word}`).length > 0 ||
      matching(PROSE_REPLACEMENTS, `${word}s between`).length > 0
    expect(glossary.length).toBeGreaterThan(30)
    expect(glossary.filter((word) => !isFound(word) && !ONE_SENSE.has(word))).toEqual([])
  })

  it('needs each of its exceptions', () => {
    const rules = [...REPLACEMENTS, ...PRIVATE_WORDS, ...BARE_PARTICIPLES]
    const wrong = (name: string) => [...matching(rules, name), ...privateParts(name)]
    const isNeeded = ({ file, name }: (typeof EXCEPTIONS)[number]): boolean =>
      names.some((declared) => file.test(declared.file) && name.test(declared.name) && wrong(declared.name).length > 0)
    expect(EXCEPTIONS.filter((exception) => !isNeeded(exception))).toEqual([])
  })

  it('uses the standard terms in comments, documents, titles of tests and all texts of the program', () => {
    expect(new Set(prose.map(([path]) => path))).toContain('src/rules/notifications.md')
    expect(wrongIn(prose, PROSE_REPLACEMENTS)).toEqual([])
  })

  it('says in the title of a test what the product does, and not what it knows', () => {
    expect(titles.length).toBeGreaterThan(1_000)
    expect(wrongIn(titles, TITLE_REPLACEMENTS)).toEqual([])
  })

  it('names files and folders by the standard terms', () => {
    const wrong = paths.flatMap((path) =>
      PATH_REPLACEMENTS.filter(([pattern]) => pattern.test(path)).map(([, instead]) => `${path}: use ${instead}`),
    )
    expect(wrong).toEqual([])
  })

  it('names every folder by a noun', () => {
    const folders = new Set(paths.flatMap((path) => path.split('/').slice(1, -1)))
    expect([...folders].flatMap((folder) => folderAdvice(folder).map((use) => `${folder}: use ${use}`))).toEqual([])
  })

  it('says in the name of every number its unit, or what it limits or counts', () => {
    const numbers = constants.filter(({ isNumber }) => isNumber)
    expect(numbers.length).toBeGreaterThan(500)
    expect(adviceFor(numbers, numberAdvice)).toEqual([])
  })

  it('defines a number once, except the limits that a file has for itself', () => {
    const files = new Map<string, string[]>()
    for (const { name, file } of constants.filter(({ isNumber }) => isNumber))
      if (!CONVENTIONAL_CONSTANTS.includes(name)) files.set(name, [...(files.get(name) ?? []), file])
    expect([...files].filter(([, places]) => places.length > 1)).toEqual([])
  })

  it('exports no limit under a name that other files also use for theirs', () => {
    const isShared = ({ name, isExported }: DeclaredConstant): boolean =>
      isExported && CONVENTIONAL_CONSTANTS.includes(name)
    expect(constants.filter(isShared)).toEqual([])
  })

  it('names the replacement of a name that is not a term', () => {
    const code = `const MOST_ROWS = { toldAt: 1, 'old-verdict': 2 } // It is judged anew.
      startWorker(work, 'The outbox breathes.')
      it.each([\n1])('is told', () => {})
      interface Shown { readonly text: 'https://no.comment' }`
    const declared = declaredNames(parsed('src/a.mjs', code))
    expect(adviceFor(declared, (name) => [...matching(REPLACEMENTS, name), ...privateParts(name)])).toEqual([
      'src/a.mjs: MOST_ROWS: use MAX_…, or …_TIMEOUT_MS',
      'src/a.mjs: toldAt: use notified, reported, logged or informed',
      'src/a.mjs: old-verdict: use evaluation, result',
    ])
    expect(
      ['Shown', 'Merged', 'ToldProps', 'UsualNotYet'].filter((type) => participleAdvice(type).length === 0),
    ).toEqual([])
    const locals = declaredNames(parsed('src/a.ts', 'const kept = 1; for (const { shown } of kept) keptRows(shown)'))
    expect(adviceFor(locals, (name) => matching(BARE_PARTICIPLES, name))).toEqual([
      'src/a.ts: kept: use what is retained: retention, cache, rows, …',
      'src/a.ts: shown: use what is shown: props, pageRows, reply, …',
    ])
    expect(['keptRows', 'isShown'].flatMap((name) => matching(BARE_PARTICIPLES, name))).toEqual([])
    expect(['Props', 'LiveScreen', 'Outcome'].flatMap(participleAdvice)).toEqual([])
    expect(['sent', 'removed', 'live', 'known-damage-kept'].filter((one) => folderAdvice(one).length === 0)).toEqual([])
    expect(['GREATEST_ROWS', 'LOOKUP_MS', 'TRIES'].filter((number) => numberAdvice(number).length === 0)).toEqual([])
    expect(['MAX_ROWS', 'LOOKUP_TIMEOUT_MS', 'DAY_MS', 'TRIAL_COUNT'].flatMap(numberAdvice)).toEqual([])
    const sum = 'export const A_MS = 60 * MINUTE_MS\nconst B_OF = Math.log(2)\nconst NAMES = [1]'
    expect(constantsOf(parsed('src/a.ts', sum)).map(({ name, isNumber }) => [name, isNumber])).toEqual([
      ['A_MS', true],
      ['B_OF', true],
      ['NAMES', false],
    ])
    expect(proseOf(parsed('src/a.ts', code))).toEqual(['// It is judged anew.', 'is told', 'The outbox breathes.'])
    expect(proseOf(parsed('src/simulator/a.ts', code))).not.toContain('The outbox breathes.')
  })
})
