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

/** Writes and compiles a client; what the compiler says of it. */
export async function compile(
  folder: string,
  name: string,
  source: string,
  options: ts.CompilerOptions = {},
): Promise<string[]> {
  const file = join(folder, `${name}.ts`)
  await writeFile(file, source)
  const program = ts.createProgram([file], { ...STRICT, ...options })
  const found = ts.getPreEmitDiagnostics(program)
  program.emit()
  return found.map((one) => ts.flattenDiagnosticMessageText(one.messageText, '\n'))
}
