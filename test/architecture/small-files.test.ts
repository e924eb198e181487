// A file that is too small to explain anything belongs into its neighbor.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { sourceFiles } from './source-files.js'

const MIN_LINES = 15
/** An interface of more lines, with the comments of its members, is a topic of its own. */
const MIN_INTERFACE_LINES = 25
/** The bundler, drizzle-kit and vitest start these files by their name, so that they cannot be part of another file. */
const ENTRY_POINT =
  /-worker[.]ts$|-process[.]ts$|^src\/(cli\/main|store\/(sqlite|postgres)\/drizzle[.]config)[.]ts$|^test\/support\/(build|every-file)[.]ts$/
/** One line is one endpoint: the list stays alone, so that adding an endpoint is one line. */
const LIST = 'src/http/api/endpoints.ts'

interface CodeFile {
  readonly file: string
  readonly text: string
}

const linesOf = (text: string): number => text.trimEnd().split('\n').length

/** Advice for a file that is too small; undefined for all others. */
function adviceFor({ file, text }: CodeFile): string | undefined {
  if (ENTRY_POINT.test(file) || file === LIST) return undefined
  const lines = linesOf(text)
  if (lines < MIN_LINES) return `${file} has ${lines} lines: move them into the neighbor that uses them.`
  if (lines >= MIN_INTERFACE_LINES) return undefined
  const declarations = ts
    .createSourceFile(file, text, ts.ScriptTarget.Latest)
    .statements.filter((statement) => !ts.isImportDeclaration(statement))
  const isOneInterface = declarations.length === 1 && declarations.every(ts.isInterfaceDeclaration)
  return isOneInterface
    ? `${file} holds one interface only: move it into the neighbor that implements or takes it.`
    : undefined
}

let sources: readonly CodeFile[]
beforeAll(async () => {
  const root = join(import.meta.dirname, '..', '..')
  const files = (await sourceFiles(root)).filter((file) => /^(src|commands|test)\/.*[.]tsx?$/.test(file))
  sources = await Promise.all(files.map(async (file) => ({ file, text: await readFile(join(root, file), 'utf8') })))
})

describe('a source file', () => {
  it('has at least 15 lines and more than one short interface, unless a tool starts it by its name', () => {
    expect(sources.flatMap((source) => adviceFor(source) ?? [])).toEqual([])
  })

  it('that is too small is named with advice', () => {
    expect(adviceFor({ file: 'src/name.ts', text: "export const NAME = 'Headcount'\n" })).toContain(
      'neighbor that uses',
    )
    const text = `// A port.\nimport type { Game } from './game.js'\n\nexport interface Port {\n${'  // \n'.repeat(12)}}\n`
    expect(adviceFor({ file: 'src/port.ts', text })).toContain('one interface only')
    expect(adviceFor({ file: 'src/copy-worker.ts', text: 'process.exit()\n' })).toBeUndefined()
  })
})
