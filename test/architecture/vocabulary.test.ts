// Names are the standard terms of src/GLOSSARY.md. A name that is not says which one to use instead.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { sourceFiles } from './source-files.js'
import {
  CONVENTIONAL_TYPES,
  EXCEPTIONS,
  ONE_SENSE,
  PARTICIPLES,
  PATH_REPLACEMENTS,
  PRIVATE_PARTS,
  PRIVATE_WORDS,
  PROSE_REPLACEMENTS,
  REPLACEMENTS,
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
 * The names that a file declares, in types, values and literals. A quoted name is one that an outside interface
 * prescribes. A shorthand property and a name that is only passed on are declared elsewhere.
 */
function declaredNames(file: string, text: string): DeclaredName[] {
  const source = parsed(file, text)
  const found: DeclaredName[] = []
  const visit = (node: ts.Node): void => {
    const isType =
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isEnumDeclaration(node)
    const isValue =
      ts.isVariableDeclaration(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isBindingElement(node) ||
      ts.isPropertySignature(node) ||
      ts.isMethodSignature(node) ||
      ts.isMethodDeclaration(node) ||
      ts.isPropertyDeclaration(node) ||
      ts.isAccessor(node) ||
      ts.isEnumMember(node) ||
      ts.isPropertyAssignment(node) ||
      ts.isImportSpecifier(node)
    if ((isType || isValue) && node.name !== undefined && ts.isIdentifier(node.name))
      found.push({ file, name: node.name.text, isType })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Of .ts, .tsx, .mjs and .cjs files. */
function parsed(file: string, text: string): ts.SourceFile {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : /js$/.test(file) ? ts.ScriptKind.JS : ts.ScriptKind.TS
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
}

/** All comments, also those at the ends of lines; a `//` within a text is none. */
function commentsOf(source: ts.SourceFile): string[] {
  const { text } = source
  const found = new Map<number, string>()
  const visit = (node: ts.Node): void => {
    if (node.getChildCount(source) === 0)
      for (const range of [
        ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
        ...(ts.getTrailingCommentRanges(text, node.end) ?? []),
      ])
        if (!ts.isJsxText(node)) found.set(range.pos, text.slice(range.pos, range.end))
    for (const child of node.getChildren(source)) visit(child)
  }
  visit(source)
  return [...found.values()]
}

/** The texts that go to the log: `log.info({ id }, 'Compacted 12 hours.')`. */
function logTextsOf(source: ts.SourceFile): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const isLogCall =
      ts.isCallExpression(node) && /\blog\??[.](trace|debug|info|warn|error|fatal)$/.test(node.expression.getText())
    if (isLogCall) found.push(...node.arguments.slice(1).map((argument) => argument.getText()))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The comments, the texts of the log and the titles of tests. */
function proseOf(file: string, text: string): string[] {
  const source = parsed(file, text)
  const titles = [...text.matchAll(/\b(?:it|test|describe)(?:\.\w+)*(?:\([^\n]*\))?\(\s*(['"`])(.*?)\1/g)].map(
    ([, , title = '']) => title,
  )
  return [...commentsOf(source), ...logTextsOf(source), ...titles]
}

const matching = (rules: readonly (readonly [RegExp, string])[], name: string): string[] =>
  rules.filter(([pattern]) => pattern.test(name)).map(([, instead]) => instead)

const privateParts = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .flatMap((part) => PRIVATE_PARTS.get(part) ?? [])

/** For each name that is not a term, its file and what to say instead. */
function adviceFor(declared: readonly DeclaredName[], insteadOf: (name: string) => string[]): string[] {
  const wrong = declared
    .filter(({ file, name }) => !EXCEPTIONS.some((exception) => exception.file.test(file) && exception.name.test(name)))
    .flatMap(({ file, name }) => insteadOf(name).map((instead) => `${file}: ${name}: use ${instead}`))
  return [...new Set(wrong)]
}

let names: DeclaredName[]
let glossary: string[]
let prose: readonly (readonly [path: string, sentence: string])[]
let paths: readonly string[]
beforeAll(async () => {
  const root = join(import.meta.dirname, '..', '..')
  paths = await sourceFiles(root)
  glossary = ruledOut(await readFile(join(root, 'src', 'GLOSSARY.md'), 'utf8'))
  const read = async (path: string) => declaredNames(path, await readFile(join(root, path), 'utf8'))
  const sentencesOf = async (path: string) =>
    proseOf(path, await readFile(join(root, path), 'utf8')).map((sentence) => [path, sentence] as const)
  const readable = paths.filter((path) => !path.startsWith('test/architecture/vocabulary'))
  prose = (await Promise.all(readable.map(sentencesOf))).flat()
  names = (await Promise.all(readable.map(read))).flat()
})

describe('the vocabulary', () => {
  it('uses the name of a type once in the repository', () => {
    const files = new Map<string, string[]>()
    for (const { name, file } of names.filter(({ isType }) => isType))
      if (!CONVENTIONAL_TYPES.includes(name)) files.set(name, [...(files.get(name) ?? []), file])
    expect([...files].filter(([, places]) => new Set(places).size > 1)).toEqual([])
  })

  it('calls no type by a participle', () => {
    expect(
      adviceFor(
        names.filter(({ isType }) => isType),
        (name) => matching(PARTICIPLES, name),
      ),
    ).toEqual([])
  })

  it('names things by the standard terms', () => {
    expect(adviceFor(names, (name) => matching(REPLACEMENTS, name))).toEqual([])
  })

  it('gives no variable, parameter, property or key a private word, nor a name that contains one', () => {
    expect(adviceFor(names, (name) => [...matching(PRIVATE_WORDS, name), ...privateParts(name)])).toEqual([])
  })

  it('finds every word that the glossary rules out', () => {
    const nameRules = [...REPLACEMENTS, ...PRIVATE_WORDS, ...PARTICIPLES]
    const isFound = (word: string): boolean =>
      [word, `${word}s`, `${word}X`, `${word}ROWS`].some((name) => matching(nameRules, name).length > 0) ||
      privateParts(word).length > 0 ||
      matching(PROSE_REPLACEMENTS, `the ${word}`).length > 0 ||
      matching(PROSE_REPLACEMENTS, `${word}s between`).length > 0
    expect(glossary.length).toBeGreaterThan(30)
    expect(glossary.filter((word) => !isFound(word) && !ONE_SENSE.has(word))).toEqual([])
  })

  it('needs each of its exceptions', () => {
    const wrong = (name: string) => [...matching([...REPLACEMENTS, ...PRIVATE_WORDS], name), ...privateParts(name)]
    const isNeeded = ({ file, name }: (typeof EXCEPTIONS)[number]): boolean =>
      names.some((declared) => file.test(declared.file) && name.test(declared.name) && wrong(declared.name).length > 0)
    expect(EXCEPTIONS.filter((exception) => !isNeeded(exception))).toEqual([])
  })

  it('uses the standard terms in comments, in the log and in the titles of tests', () => {
    const wrong = prose.flatMap(([path, sentence]) =>
      PROSE_REPLACEMENTS.filter(([pattern]) => pattern.test(sentence)).map(
        ([, instead]) => `${path}: ${sentence.trim()}: use ${instead}`,
      ),
    )
    expect(wrong).toEqual([])
  })

  it('names files and folders by the standard terms', () => {
    const wrong = paths.flatMap((path) =>
      PATH_REPLACEMENTS.filter(([pattern]) => pattern.test(path)).map(([, instead]) => `${path}: use ${instead}`),
    )
    expect(wrong).toEqual([])
  })

  it('names the replacement of a name that is not a term', () => {
    const code = `const MOST_ROWS = { toldAt: 1 } // It is judged anew.
      log?.info({}, 'The outbox breathes.')
      interface Shown { readonly text: 'https://no.comment' }`
    const declared = declaredNames('a.mjs', code)
    expect(adviceFor(declared, (name) => [...matching(REPLACEMENTS, name), ...privateParts(name)])).toEqual([
      'a.mjs: MOST_ROWS: use MAX_…, or …_TIMEOUT_MS',
      'a.mjs: toldAt: use notified, reported, logged or informed',
    ])
    expect(matching(PARTICIPLES, 'Shown')).toEqual(['…Props, …View or …Message'])
    expect(proseOf('a.ts', code)).toEqual(['// It is judged anew.', "'The outbox breathes.'"])
  })
})
