// Compiles clients of the API as strictly as a careful user does.
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'

const STRICT: ts.CompilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
}

/** A new folder below the project, so that the compiler and Node find the packages. */
export async function clientFolder(): Promise<string> {
  const parent = join(import.meta.dirname, '../../node_modules/.headcount')
  await mkdir(parent, { recursive: true })
  const folder = await mkdtemp(join(parent, 'client-'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  return folder
}

/**
 * Writes the clients, compiles them as one program, and returns what the compiler says of each, by its name. A client
 * lies in the file of its name, with hyphens.
 */
export async function compile(
  folder: string,
  sources: ReadonlyMap<string, string>,
  options: ts.CompilerOptions = {},
): Promise<ReadonlyMap<string, readonly string[]>> {
  const files = new Map([...sources.keys()].map((name) => [name, join(folder, `${name.replace(/\W+/g, '-')}.ts`)]))
  for (const [name, file] of files) await writeFile(file, sources.get(name) ?? '')
  const all = { ...STRICT, ...options }
  const program = ts.createProgram([...files.values()], all, hostFor(all))
  const wrongOptions = program.getOptionsDiagnostics().map(textOf)
  if (wrongOptions.length > 0) throw new Error(wrongOptions.join('\n'))
  program.emit()
  return new Map([...files].map(([name, file]) => [name, errorsOf(program, program.getSourceFile(file))]))
}

/** The compiler's own libraries, which take a second to parse, by their path. */
const libraries = new Map<string, ts.SourceFile | undefined>()

function hostFor(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (file, ...more) => {
    if (!/[/]typescript[/]lib[/]lib[.][\w.]+[.]d[.]ts$/.test(file)) return getSourceFile(file, ...more)
    if (!libraries.has(file)) libraries.set(file, getSourceFile(file, ...more))
    return libraries.get(file)
  }
  return host
}

const textOf = ({ messageText }: ts.Diagnostic): string => ts.flattenDiagnosticMessageText(messageText, '\n')

function errorsOf(program: ts.Program, file: ts.SourceFile | undefined): string[] {
  if (file === undefined) throw new Error('The compiler has no such file.')
  return ts.getPreEmitDiagnostics(program, file).map(textOf)
}
