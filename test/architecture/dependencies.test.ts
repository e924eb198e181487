// The rules of the architecture that `npm run check` does not know: who reads the environment, where the platform is named,
// and how large a file is. Which module may import which is in rules.cjs.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = new URL('../..', import.meta.url).pathname

async function sources(...folders: string[]): Promise<{ path: string; text: string }[]> {
  const found: { path: string; text: string }[] = []
  for (const folder of folders) {
    for (const entry of await readdir(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.(ts|tsx|mjs)$/.test(entry.name)) continue
      const path = join(entry.parentPath, entry.name)
      found.push({ path: path.slice(root.length), text: await readFile(path, 'utf8') })
    }
  }
  return found
}

const offenders = (files: { path: string; text: string }[], pattern: RegExp, allowed: RegExp): string[] =>
  files.filter((file) => pattern.test(file.text) && !allowed.test(file.path)).map((file) => file.path)

describe('the sources', () => {
  // The samples of the reference read it in the program of the reader.
  it('let no file but the configuration read the environment', async () => {
    expect(
      offenders(
        await sources('src', 'commands'),
        /process\.env/,
        /^src\/(environment\.ts|ready\.mjs|http\/web\/reference\/samples\.ts)$/,
      ),
    ).toEqual([])
  })

  it('name the platform only in its engine, the configuration, and what people read: messages, the reference, and listings', async () => {
    const allowed =
      /^src\/(platform\/|messages\/|demo\/welcome\.ts$|config\.ts$|files\/game-json\.ts$|http\/api\/|http\/legacy\/|domain\/measures\.ts$|cli\/reading\/)/
    expect(offenders(await sources('src', 'commands'), /roblox/i, allowed)).toEqual([])
  })
})

describe('the sizes', () => {
  it('keep every file at 300 lines or less', async () => {
    const long = (await sources('src', 'commands', 'test')).filter((file) => file.text.split('\n').length > 301)
    expect(long.map((file) => file.path)).toEqual([])
  })

  it('keep every folder of sources and tests at 18 files or less, but that of the commands', async () => {
    const counts = new Map<string, number>()
    for (const { path } of await sources('src', 'commands', 'test')) {
      const folder = path.slice(0, path.lastIndexOf('/'))
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
    // A command is one file in this one folder, so that adding it takes one file.
    counts.delete('commands')
    expect([...counts].filter(([, count]) => count > 18)).toEqual([])
  })
})
