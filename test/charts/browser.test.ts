import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** What a file takes along at run time; types vanish. */
function imports(file: string, found = new Set<string>()): Set<string> {
  const source = readFileSync(file, 'utf8')
  for (const [, name = ''] of source.matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)'/gms)) {
    const next = name.startsWith('.') ? join(dirname(file), name.replace(/[.]js$/, '.ts')) : name
    if (found.has(next)) continue
    found.add(next)
    if (name.startsWith('.')) imports(next, found)
  }
  return found
}

describe('the builder of charts', () => {
  it('runs in a browser: neither Node nor a canvas of the server behind it', () => {
    const taken = imports(join(import.meta.dirname, '../../src/charts/chart-option.ts'))
    expect(taken.size).toBeGreaterThan(8)
    expect([...taken].filter((name) => !name.startsWith('/'))).toEqual([])
  })
})
