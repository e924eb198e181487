import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exportFileName } from '../../src/files/file-name.js'
import { rounds } from '../support/test-run.js'

const named = (name: string) => exportFileName(name, '2026-01-01', '2026-01-31', 'csv')
const END = ' 2026-01-01 to 2026-01-31.csv'

describe('the name of an exported file', () => {
  it('holds the name of the game and the dates', () => {
    expect(named('Crossroads')).toBe(`Crossroads${END}`)
    expect(named('Été à Paris v2.1_b')).toBe(`Été à Paris v2.1_b${END}`)
    expect(named('สวัสดี हिन्दी')).toBe(`สวัสดี हिन्दी${END}`)
  })

  it('is safe on every system, whatever the game is called', () => {
    const nasty = fc.string({ unit: 'binary', maxLength: 200 })
    fc.assert(
      fc.property(fc.oneof(nasty, fc.string({ unit: 'grapheme', maxLength: 200 }), fc.string()), (name) => {
        const made = named(name)
        expect(made.endsWith(END)).toBe(true)
        const own = made.slice(0, -END.length)
        expect(own).toMatch(/^[\p{L}\p{M}\p{N}._ -]+$/u)
        expect(own).toMatch(/^[\p{L}\p{N}]/u)
        expect(own).not.toMatch(/ $| {2}/)
        expect(Buffer.byteLength(made)).toBeLessThanOrEqual(255)
        expect(() => encodeURIComponent(made)).not.toThrow()
      }),
      { numRuns: rounds({ short: 300, long: 1000 }) },
    )
  })

  it('never begins with what a spreadsheet or a shell would obey', () => {
    for (const first of ['=', '+', '-', '@', '\t', '.', '~', '"', '\u202e', '❤️', '1️⃣'])
      expect(named(`${first}${first}a`)).toMatch(/^[1a]/)
  })

  it('is "game" where nothing of the name can stay', () => {
    for (const name of ['', ' ', '🎮', '...', '\u0301', '///']) expect(named(name)).toBe(`game${END}`)
  })
})
