// Where the project lies: the nearest folder with a package.json, from the source tree as from a bundle in dist/.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

function find(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('No package.json above the program: the installation is incomplete.')
  return find(parent)
}

export const projectRoot = find(dirname(fileURLToPath(import.meta.url)))

/** A bundle, named by its source below src/: what runs on a thread or in a process of its own reads no TypeScript. */
export const compiled = (source: string): string => join(projectRoot, 'dist', 'src', source.replace(/[.]ts$/, '.js'))

/** Run from their sources, as tests run them, the commands are read from there too. */
export const commandFolder = join(projectRoot, import.meta.url.endsWith('.ts') ? '.' : 'dist', 'commands')
