// What keeps one series engine for two databases: its code is synchronous, no transaction of SQLite waits for anything, and each
// statement on PostgreSQL reads one table of the series, so that their rows can be on several servers.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ParsedFile, parsed } from './prose.js'
import { sourceFiles } from './source-files.js'

const TABLES = [
  'head_row',
  'series',
  'segment',
  'rollup',
  'schedule',
  'import_cadence',
  'gap',
  'hour_samples',
  'damaged_segment',
  'removed_segment',
  'restored_week',
]
/** What begins a transaction with the function that it gets. */
const TRANSACTIONS = ['write', 'writeUnsynced', 'inRead', 'transaction', 'commit']

let files: readonly ParsedFile[]
beforeAll(async () => {
  const root = join(import.meta.dirname, '..', '..')
  const paths = (await sourceFiles(root)).filter((path) => /^src\/(series|store)\/.*[.]ts$/.test(path))
  files = await Promise.all(paths.map(async (path) => parsed(path, await readFile(join(root, path), 'utf8'))))
})

const within = (folder: string): ParsedFile[] => files.filter(({ file }) => file.startsWith(folder))

const isAsync = (node: ts.Node): boolean =>
  ts.isAwaitExpression(node) ||
  (ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword))

const waits = ({ nodes }: ParsedFile): boolean =>
  nodes.some((node) => isAsync(node) || (ts.isIdentifier(node) && node.text === 'Promise'))

/** The calls that begin a transaction with a function that waits. */
const waitingTransactions = ({ file, nodes }: ParsedFile): string[] =>
  nodes.filter(ts.isCallExpression).flatMap((call) => {
    const name = call.expression.getText().split('.').at(-1) ?? ''
    const isIn = (node: ts.Node) => call.arguments.some(({ pos, end }) => node.pos >= pos && node.end <= end)
    return TRANSACTIONS.includes(name) && nodes.some((node) => isAsync(node) && isIn(node)) ? [`${file}: ${name}`] : []
  })

/** The tables of the series that a statement names where a table can be. */
const tablesOf = (statement: string): string[] =>
  TABLES.filter((table) => new RegExp(`\\b(FROM|JOIN|INTO|UPDATE|TABLE)\\s+"?${table}\\b`, 'i').test(statement))

const joinsOf = ({ file, nodes }: ParsedFile): string[] =>
  nodes
    .filter((node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
    .map((node) => node.getText())
    .filter((text) => tablesOf(text).length > 1)
    .map((text) => `${file}: ${text}`)

describe('the series', () => {
  it('are synchronous code, which both databases run', () => {
    expect(within('src/series/').length).toBeGreaterThan(30)
    expect(
      within('src/series/')
        .filter(waits)
        .map(({ file }) => file),
    ).toEqual([])
  })

  it('let no transaction of SQLite wait for anything', () => {
    expect(within('src/store/sqlite/').flatMap(waitingTransactions)).toEqual([])
  })

  it('join no two of their tables in a statement of PostgreSQL', () => {
    expect(within('src/store/postgres/').flatMap(joinsOf)).toEqual([])
  })

  it('are found where they break these rules', () => {
    expect(waits(parsed('a.ts', 'const a = async () => 1'))).toBe(true)
    expect(waitingTransactions(parsed('a.ts', 'connection.write(async () => { await b() })'))).toEqual(['a.ts: write'])
    expect(waitingTransactions(parsed('a.ts', 'connection.write(() => b())'))).toEqual([])
    expect(joinsOf(parsed('a.ts', '`SELECT 1 FROM segment JOIN rollup USING (week)`'))).toHaveLength(1)
    expect(joinsOf(parsed('a.ts', "'DELETE FROM segment WHERE week = 1'"))).toEqual([])
  })
})
