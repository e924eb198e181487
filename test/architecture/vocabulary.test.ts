// Names are the standard terms of src/GLOSSARY.md. A name that is not says which one to use instead.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { sourceFiles } from './source-files.js'

interface DeclaredName {
  readonly file: string
  readonly name: string
  readonly isType: boolean
}

/** One a file that needs it, and never imported under that name from elsewhere. */
const CONVENTIONAL_TYPES = ['Props', 'Options', 'Deps']

/** A participle says what happened to a thing, and not what it is. */
const PARTICIPLES =
  /^(Asked|Shown|Wanted|Given|Kept|Told|Posted|Found|Written|Declared|Ranked|Linked|Named|Compared|Placed|Known|Gathered|Planned|Counted|Looked|Served|Answered)$/

const REPLACEMENTS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/^(LARGEST|LONGEST|HIGHEST|MOST)(_|$)/, 'MAX_…, or …_TIMEOUT_MS'],
  [/^(LEAST|FEWEST|SMALLEST|SHORTEST)(_|$)/, 'MIN_…'],
  [/^NEWEST(_|$)/, 'MAX_LISTED'],
  [/(^|_)AT_ONCE(_|$)/, 'BATCH_SIZE, or CONCURRENCY'],
  [/PATIENCE/, '…_TIMEOUT_MS'],
  [/^bind[A-Z]/, 'create…'],
  [/^judge|Judge|judgement/, 'evaluate, evaluation'],
  [/^refuse[A-Z]|^refuse$|[a-z]Refuse[A-Z]|^refusal|Refusal|REFUSAL/, 'reject, rejection'],
  [/[sS]poil/, 'stale'],
  [/^(fold|folded|folding)$|^fold[A-Z](?<!foldC)|^openRows$/, 'compact, head rows'],
  [/[cC]rowd(?!ed)/, 'player count'],
  [/[sS]tretch/, 'window, span'],
  [/[nN]otice(?!able)/, 'notification'],
  [/^operations$|Operations$(?<!listOperations)/, 'services'],
  [/^keptReads|KeptReads/, 'cached reads'],
  [/^settlement|^verdictOf$|[pP]oster$/, 'outcome, result, sender'],
]

/** Words of one file's own language. */
const PRIVATE_WORDS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/^asked$/, 'context, query, request, or what it is'],
  [/^told$/, 'reported, text, or what it is'],
  [/^tell$/, 'log, report, send, or what it does'],
  [/^refused$|^tellingLog$|^verdicts$/, 'rejected, rejection; log; reason, result'],
]

/** OpenAPI calls a method of a path an operation. */
const OPENAPI_FILES = /reference|openapi/

/** In comments and in the titles of tests. */
const PROSE_REPLACEMENTS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bjudg(e|es|ed|ment)\b/i, 'evaluate, evaluation'],
  [/\bstretch(es)?\b/i, 'window, span'],
  [/\bcrowds?\b/i, 'player counts'],
  [/\b(front )?doors?\b|\bhouse('s)?\b|\barrows between\b/i, 'adapter, HTTP server; architecture; dependency rule'],
  [/\btold of\b/i, 'reported, notified'],
  [/\bverdicts?\b/i, 'result'],
  [/\bspoil(s|ed|t)?\b/i, 'stale'],
  [/\brefus(e|es|ed|al|als)\b/i, 'reject, rejection'],
  [/\bfold(s|ed|ing)?\b/i, 'compact, compaction'],
  [/\b(a|an|one|no|each|every|which|the) notices?\b/i, 'notification'],
]

const PATH_REPLACEMENTS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/(^|\/)(operations|words|asking|showing|registering|posting|signing-in|looking-up|look-ups|folding)\//, 'a noun'],
  [/judg|verdict/, 'evaluation'],
  [/refus/, 'reject, rejection'],
  [/notice/, 'notification'],
  [/spoil|kept-reads|open-rows/, 'stale, cached reads, head rows'],
]

/** The names that a file declares; those that an outside interface prescribes are quoted, or are properties of literals. */
function declaredNames(file: string, text: string): DeclaredName[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
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
      ts.isEnumMember(node)
    if ((isType || isValue) && node.name !== undefined && ts.isIdentifier(node.name))
      found.push({ file, name: node.name.text, isType })
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The comments and the titles of tests. A directive of a tool is no comment, and neither are texts in code. */
function proseOf(text: string): string[] {
  const comments = text.match(/^\s*\/\/.*$|\/\*\*?[\s\S]*?\*\//gm) ?? []
  const titles = [...text.matchAll(/\b(?:it|test|describe)(?:\.\w+)*(?:\([^\n]*\))?\(\s*(['"`])(.*?)\1/g)].map(
    ([, , title = '']) => title,
  )
  return [...comments, ...titles]
}

let names: DeclaredName[]
let prose: readonly (readonly [path: string, sentence: string])[]
let paths: readonly string[]
beforeAll(async () => {
  const root = join(import.meta.dirname, '..', '..')
  paths = await sourceFiles(root)
  const read = async (path: string) => declaredNames(path, await readFile(join(root, path), 'utf8'))
  const sentencesOf = async (path: string) =>
    proseOf(await readFile(join(root, path), 'utf8')).map((sentence) => [path, sentence] as const)
  const readable = paths.filter((path) => path !== 'test/architecture/vocabulary.test.ts')
  prose = (await Promise.all(readable.map(sentencesOf))).flat()
  names = (await Promise.all(paths.filter((path) => /[.]tsx?$/.test(path)).map(read))).flat()
})

describe('the vocabulary', () => {
  it('uses the name of a type once in the repository', () => {
    const files = new Map<string, string[]>()
    for (const { name, file } of names.filter(({ isType }) => isType))
      if (!CONVENTIONAL_TYPES.includes(name)) files.set(name, [...(files.get(name) ?? []), file])
    expect([...files].filter(([, places]) => new Set(places).size > 1)).toEqual([])
  })

  it('calls no type by a participle', () => {
    expect(names.filter(({ name, isType }) => isType && PARTICIPLES.test(name))).toEqual([])
  })

  it('names things by the standard terms', () => {
    const wrong = names
      .filter(({ file, name }) => !(name === 'operations' && OPENAPI_FILES.test(file)))
      .flatMap(({ file, name }) =>
        REPLACEMENTS.filter(([pattern]) => pattern.test(name)).map(([, instead]) => `${file}: ${name}: use ${instead}`),
      )
    expect([...new Set(wrong)]).toEqual([])
  })

  it('gives no variable, parameter or property a private word', () => {
    const wrong = names.flatMap(({ file, name }) =>
      PRIVATE_WORDS.filter(([pattern]) => pattern.test(name)).map(([, instead]) => `${file}: ${name}: use ${instead}`),
    )
    expect([...new Set(wrong)]).toEqual([])
  })

  it('uses the standard terms in comments and in the titles of tests', () => {
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
    const [name] = declaredNames('a.ts', 'const MOST_ROWS = 3')
    const match = REPLACEMENTS.find(([pattern]) => pattern.test(name?.name ?? ''))
    expect(match?.[1]).toContain('MAX_')
  })
})
