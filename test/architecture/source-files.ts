// The files of our own code, for the tests of the architecture.
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** Paths from `root`, without generated migrations. */
export async function sourceFiles(root: string): Promise<string[]> {
  const found: string[] = []
  for (const folder of ['src', 'commands', 'test']) {
    for (const entry of await readdir(join(root, folder), { recursive: true, withFileTypes: true })) {
      const path = relative(root, join(entry.parentPath, entry.name))
      if (entry.isFile() && /[.](ts|tsx|mjs|cjs)$/.test(path) && !path.includes('/migrations/')) found.push(path)
    }
  }
  return found.sort()
}
