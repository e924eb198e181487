// What people read: comments, texts of the program, titles of tests and documents, for the test of the vocabulary.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'

export interface ParsedFile {
  readonly file: string
  readonly source: ts.SourceFile
  /** All nodes, in the order of the text. */
  readonly nodes: readonly ts.Node[]
}

/** Of .ts, .tsx, .mjs and .cjs files. */
export function parsed(file: string, text: string): ParsedFile {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : /js$/.test(file) ? ts.ScriptKind.JS : ts.ScriptKind.TS
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)
  return { file, source, nodes: nodesOf(source) }
}

function nodesOf(node: ts.Node): ts.Node[] {
  const found: ts.Node[] = []
  const visit = (one: ts.Node): void => {
    found.push(one)
    ts.forEachChild(one, visit)
  }
  visit(node)
  return found
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

/** With `{}` for each value. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('')
  return ts.isStringLiteralLike(node) || ts.isJsxText(node) ? node.text : undefined
}

/** Texts of at least three words: those of errors, the log, the catalog, descriptions, and keys that are phrases. */
const textsOf = ({ nodes }: ParsedFile): string[] =>
  nodes.flatMap((node) => textOf(node) ?? []).filter((text) => /\S\s+\S+\s+\S/.test(text))

/** `it`, `it.each(rows)`, `describe.skip`, … */
function isTestCall(node: ts.Node): node is ts.CallExpression {
  if (!ts.isCallExpression(node)) return false
  let callee: ts.Expression = node.expression
  while (!ts.isIdentifier(callee)) {
    if (!ts.isCallExpression(callee) && !ts.isPropertyAccessExpression(callee)) return false
    callee = callee.expression
  }
  return ['it', 'test', 'describe'].includes(callee.text)
}

export const titlesOf = ({ nodes }: ParsedFile): string[] =>
  nodes.filter(isTestCall).flatMap(({ arguments: [title] }) => (title && textOf(title)) ?? [])

/** The comments, the texts of the program and the titles of tests. The simulator's texts are those of the platform. */
export function proseOf(one: ParsedFile): string[] {
  const isOwnText = /^(src|commands)\//.test(one.file) && !one.file.startsWith('src/simulator/')
  return [...commentsOf(one.source), ...titlesOf(one), ...(isOwnText ? textsOf(one) : [])]
}

/** The lines of all Markdown files without their code. The glossary is left out, because it names the words. */
export async function documentLines(root: string): Promise<(readonly [path: string, line: string])[]> {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], { cwd: root })
  const paths = list
    .toString()
    .trim()
    .split('\n')
    .filter((path) => existsSync(join(root, path)) && path !== 'src/GLOSSARY.md')
  const linesOf = async (path: string) =>
    withoutCode(await readFile(join(root, path), 'utf8'))
      .split('\n')
      .map((line) => [path, line] as const)
  return (await Promise.all(paths.map(linesOf))).flat()
}

const withoutCode = (markdown: string): string => markdown.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '')
