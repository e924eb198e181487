// Where the project lies: the nearest folder with a package.json, from the source tree as from the compiled one.
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
