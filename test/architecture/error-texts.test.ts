// Each error that people see has one wording, which the catalog has by the reason of the error.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { parsed } from './prose.js'
import { sourceFiles } from './source-files.js'

/** What creates an error whose text people read and which is among its arguments. */
const ERROR_CALLS = ['HeadcountError', 'InvalidArgumentError', 'ConfigError']
const ADVICE =
  'add a reason to src/domain/reasons/error-reasons.ts with its text in src/messages/languages/*/reasons.json (for operators: src/messages/english/rejections), and use rejection()'

/** The error itself, and the catalog. */
const WORDS_ITS_OWN = /^src\/domain\/error[.]ts$|^src\/messages\//

interface ErrorSentence {
  readonly file: string
  /** With `{}` for each value. */
  readonly text: string
}

/** Only whole sentences; `{} Nothing was changed.` is the end of another one. */
function sentenceOf(node: ts.Node): string | undefined {
  const text = ts.isTemplateExpression(node)
    ? node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('')
    : ts.isStringLiteralLike(node)
      ? node.text
      : ''
  return /^(?!\{\} [A-Z])\S+( \S+){2,}[.!]$/.test(text) ? text : undefined
}

const isErrorCall = (node: ts.Node): node is ts.CallExpression | ts.NewExpression =>
  (ts.isCallExpression(node) || ts.isNewExpression(node)) && ERROR_CALLS.includes(node.expression.getText())

/** The sentences of a file: those of its errors, or all of them in the catalog. */
const sentences = (file: string, nodes: readonly ts.Node[]): ErrorSentence[] =>
  (file.startsWith('src/messages/') ? nodes : nodes.filter(isErrorCall).flatMap(({ arguments: given }) => given ?? []))
    .flatMap((node) => sentenceOf(node) ?? [])
    .map((text) => ({ file, text }))

function repeated(all: readonly ErrorSentence[]): string[] {
  const raised = all.filter(({ file }) => !file.startsWith('src/messages/'))
  return raised.flatMap((one) => {
    const others = all.filter((other) => other !== one && other.text === one.text)
    return others.length === 0 ? [] : [`${one.file}: “${one.text}” is worded in ${others[0]?.file}, too: ${ADVICE}`]
  })
}

const withReason = (node: ts.Node): boolean =>
  ts.isNewExpression(node) && isErrorCall(node) && /\breason\b/.test(node.arguments?.[2]?.getText() ?? '')

/** An error whose message is a text, and not one of the catalog's. */
const isWorded = (node: ts.Node): boolean =>
  isErrorCall(node) &&
  !(node.arguments ?? []).some((given) =>
    /\b(?:catalog|defaultCatalog|optionErrors|configurationErrors)[.]/i.test(given.getText()),
  )

const REASONS_FILE = 'src/messages/languages/en/reasons.json'

/** The sentences of the translated texts, with `{}` for each value. */
async function translatedSentences(): Promise<ErrorSentence[]> {
  const text = await readFile(join(import.meta.dirname, '..', '..', REASONS_FILE), 'utf8')
  const reasons = Object.values(JSON.parse(text) as Readonly<Record<string, unknown>>)
  return reasons.flatMap((reason) =>
    typeof reason === 'string' ? [{ file: REASONS_FILE, text: reason.replaceAll(/\{\w+\}/g, '{}') }] : [],
  )
}

/** A file without the name of an error has none; to parse it would take most of the time. */
function nodesToCheck(file: string, text: string): readonly ts.Node[] {
  const isOfInterest = file.startsWith('src/messages/') || ERROR_CALLS.some((name) => text.includes(name))
  return isOfInterest ? parsed(file, text).nodes : []
}

let files: readonly (readonly [file: string, nodes: readonly ts.Node[]])[]
beforeAll(async () => {
  const root = join(import.meta.dirname, '..', '..')
  const names = (await sourceFiles(root)).filter((file) => /^(src|commands)\/.*[.]tsx?$/.test(file))
  files = await Promise.all(
    names.map(async (file) => [file, nodesToCheck(file, await readFile(join(root, file), 'utf8'))] as const),
  )
})

describe('an error that people see', () => {
  it('is worded in the catalog, by its reason', () => {
    const wrong = files
      .filter(([file]) => !WORDS_ITS_OWN.test(file))
      .flatMap(([file, nodes]) => nodes.filter(isWorded).map((node) => `${file}: ${node.getText()}: ${ADVICE}`))
    expect(wrong).toEqual([])
  })

  it('is worded once', async () => {
    const translated = await translatedSentences()
    expect(translated.length).toBeGreaterThan(100)
    expect(repeated([...translated, ...files.flatMap(([file, nodes]) => sentences(file, nodes))])).toEqual([])
  })

  it('has no text of its own beside the one of its reason', () => {
    const wrong = files.filter(([file, nodes]) => file !== 'src/domain/error.ts' && nodes.some(withReason))
    expect(wrong.map(([file]) => `${file}: use rejection()`)).toEqual([])
  })

  it('is found by this test in each of its forms', () => {
    const lines = [
      'throw new HeadcountError(`NOT_FOUND`, `There is no key $',
      "{id}.`)\nnew HeadcountError('NOT_FOUND', 'It is gone.', { reason })",
    ]
    const { nodes } = parsed('src/a.ts', lines.join(''))
    const found = sentences('src/a.ts', nodes)
    expect(found.map(({ text }) => text)).toEqual(['There is no key {}.', 'It is gone.'])
    expect(repeated([...found, { file: 'src/messages/b.ts', text: 'It is gone.' }])).toHaveLength(1)
    expect(nodes.some(withReason)).toBe(true)
    expect(nodes.filter(isWorded)).toHaveLength(2)
  })
})
