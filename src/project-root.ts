// Where the project lies: the nearest folder with a package.json, from the source tree as from the compiled one, or from a
// bundle.
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

/** A compiled file, named by its source below src/ : what runs on a thread or in a process of its own. */
export const compiled = (source: string): string => join(projectRoot, 'dist', 'src', source.replace(/[.]ts$/, '.js'))
