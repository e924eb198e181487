// ReDoS: no regular expression of the program takes more than linear time, whatever text it is given.
import { readdirSync, readFileSync } from 'node:fs'
import { createContext, Script } from 'node:vm'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { recordFigure } from '../ledger/ledger.js'
import { isLongRun } from '../support/test-run.js'

const ROOT = new URL('../../', import.meta.url)
/** In characters. Quadratic time is then billions of steps, which no machine does within the limit. */
const LENGTH = 100_000
const LIMIT_MS = 1_500
/** For what is known to be slow, so that nothing waits longer than it must. */
const SHORT_LIMIT_MS = 300
const ALWAYS = [' ', 'a', '0', '.', '/', '\n']
const PAIRS = ['a ', 'a.', '1,', '0.', '<a', '${', '](', '&a=', '\r\n', '\\n']

const sources = ['src', 'commands'].flatMap((folder) =>
  readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
    .filter((name) => /[.]tsx?$/.test(name))
    .map((name) => `${folder}/${name}`),
)

function expressionsOf(file: string): readonly string[] {
  const text = readFileSync(new URL(file, ROOT), 'utf8')
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind))
  return found
}

/** Long runs of what the expression itself speaks of, with an end that it does not expect. */
function hostileTexts(expression: string): readonly string[] {
  const own = expression.replace(/\\[A-Za-z]|[\\^$()[\]{}|?*+]/g, ' ')
  const marks = expression.match(/\\[\\^$()[\]{}|?*+./]/g)?.map((escaped) => escaped.slice(1)) ?? []
  const few = new Set([...ALWAYS, ...own, ...marks])
  const words = isLongRun ? [...PAIRS, ...(own.match(/\S{2,}/g) ?? [])] : []
  return [...few, ...words].map((piece) => `x${piece.repeat(Math.ceil(LENGTH / piece.length))}\u0000`)
}

const context = createContext({ text: '' })

function isTooSlow(expression: string, text: string, timeout = LIMIT_MS): boolean {
  context.text = text
  try {
    new Script(`text.replace(${expression}, '')`).runInContext(context, { timeout })
    return false
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return true
    throw error
  }
}

describe('ReDoS', () => {
  const all = sources.flatMap((file) => expressionsOf(file).map((expression) => ({ file, expression })))

  it('no expression takes longer than linear time on 100 kB that were made against it', async () => {
    expect(all.length).toBeGreaterThan(200)
    const slow = all.flatMap(({ file, expression }) => {
      // What is slow once may have met a busy machine.
      const text = hostileTexts(expression).find((one) => isTooSlow(expression, one) && isTooSlow(expression, one))
      return text === undefined ? [] : [{ file, expression, text: text.slice(0, 10) }]
    })
    expect(slow).toEqual([])
    await recordFigure('regular expressions', `${all.length} expressions, none slower`)
  })

  // These stood in the program before this test.
  it.each(['/\\/+$/', '/-+$/g', '/(\\d+);w=(\\d+)/'])(
    'is noticed where an expression is quadratic: %s',
    (expression) => {
      expect(hostileTexts(expression).some((text) => isTooSlow(expression, text, SHORT_LIMIT_MS))).toBe(true)
    },
  )
})
