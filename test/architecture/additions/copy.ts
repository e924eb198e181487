// A copy of the project to which things are added, and what an addition has changed in it.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..', '..')
// What was built for the browser is among them.
const COPIED = ['dist/web', 'src', 'commands', 'test', 'package.json', 'package-lock.json', 'tsconfig.json']
const COMMAND_TIMEOUT_MS = 280_000

export interface Insertion {
  readonly file: string
  /** The first line that has this text; `text` is put behind it, or before it. */
  readonly at: string
  readonly where: 'before' | 'after'
  readonly text: string
}

export interface ProjectCopy {
  readonly folder: string
  write(file: string, text: string): Promise<void>
  /** A file of this folder, put there under another name. */
  add(fixture: string, file: string): Promise<void>
  insert(insertion: Insertion): Promise<void>
  /** Runs Node on a file; answers what it said, and throws that where it fails. */
  run(file: string, args: readonly string[], environment?: Readonly<Record<string, string>>): Promise<string>
  /** Files of src and commands that were added or changed since the last time it was asked. */
  changes(): Promise<readonly string[]>
  remove(): Promise<void>
}

export async function copyProject(): Promise<ProjectCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-additions-'))
  for (const name of COPIED) await cp(join(ROOT, name), join(folder, name), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  let before = await hashes(folder)
  const write = (file: string, text: string) => writeFile(join(folder, file), text)
  return {
    folder,
    write,
    add: async (fixture, file) => write(file, await readFile(join(import.meta.dirname, fixture), 'utf8')),
    async insert({ file, at, where, text }) {
      const lines = (await readFile(join(folder, file), 'utf8')).split('\n')
      const found = lines.findIndex((line) => line.includes(at))
      if (found < 0) throw new Error(`${file} has no line with ${at}.`)
      await write(file, lines.toSpliced(found + (where === 'after' ? 1 : 0), 0, text).join('\n'))
    },
    run: (file, args, environment = {}) => run(folder, [file, ...args], environment),
    async changes() {
      const after = await hashes(folder)
      const changed = [...after].filter(([file, hash]) => before.get(file) !== hash).map(([file]) => file)
      before = after
      return changed.sort()
    },
    remove: () => rm(folder, { recursive: true }),
  }
}

function run(folder: string, args: readonly string[], environment: Readonly<Record<string, string>>) {
  // A Vitest that another one starts must not take itself for a worker of that one.
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV$)/.test(name))
  const env = { ...Object.fromEntries(inherited), ...environment }
  const options = { cwd: folder, env, timeout: COMMAND_TIMEOUT_MS, maxBuffer: 16 * 1_024 ** 2 }
  return new Promise<string>((resolve, reject) => {
    execFile(process.execPath, args, options, (error, out, errorOutput) => {
      if (error === null) resolve(out)
      else reject(new Error(`${args[0]} failed:\n${out}\n${errorOutput}`))
    })
  })
}

/** By file, of all that a program is made of. */
async function hashes(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const top of ['src', 'commands'])
    for (const entry of await readdir(join(folder, top), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const file = join(entry.parentPath, entry.name)
      found.set(
        file.slice(folder.length + 1),
        createHash('sha256')
          .update(await readFile(file))
          .digest('hex'),
      )
    }
  return found
}
