// Finds the root of the project: the nearest folder with a package.json, both for sources and for bundles in dist/.
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

/**
 * Returns the path of the bundle of a source file below src/: worker threads and child processes cannot run TypeScript.
 */
export const compiled = (source: string): string => join(projectRoot, 'dist', 'src', source.replace(/[.]ts$/, '.js'))

/** A program that runs from its sources, as in tests, also reads the commands from their sources. */
export const commandFolder = join(projectRoot, import.meta.url.endsWith('.ts') ? '.' : 'dist', 'commands')
