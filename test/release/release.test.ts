// One version, wherever it is shown, and what a release checks.
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { programVersion } from '../../src/program-version.js'
import { startWeb, type TestWeb } from '../web/support/start-web.js'
import { changelogEntries, releaseProblems } from './documents.js'

const ROOT = join(import.meta.dirname, '..', '..')
const read = (name: string): Promise<string> => readFile(join(ROOT, name), 'utf8')
let web: TestWeb
beforeAll(async () => {
  web = await startWeb({ environment: { OPERATORS: '90000777' } })
})
afterAll(() => web.stop())

describe('the version', () => {
  it('is one, on the command line, in health and on the pages [PROCESS-32]', async () => {
    const { version } = z.object({ version: z.string() }).parse(JSON.parse(await read('package.json')))
    expect(programVersion.split('+')[0]).toBe(version)
    const cli = spawnSync(process.execPath, ['dist/cli/main.js', '--version'], { cwd: ROOT, encoding: 'utf8' })
    expect(cli.stdout.trim()).toBe(programVersion)
    expect(JSON.parse((await web.visitor().get('/readyz')).text)).toMatchObject({ version: programVersion })
    expect((await web.visitor().get('/status')).text).toContain(`Headcount ${programVersion}`)
    web.discord.oauth.person = { id: '90000777', username: 'boss' }
    const boss = web.visitor()
    await boss.signIn()
    expect((await boss.get('/operator')).text).toContain(programVersion)
  })

  it('has an entry in the changelog, newest first, and only the newest is not released [PROCESS-32]', async () => {
    const entries = changelogEntries(await read('CHANGELOG.md'))
    expect(entries[0]?.version).toBe(programVersion.split('+')[0])
    expect(entries.slice(1).filter(({ day }) => day === undefined)).toEqual([])
    const days = entries.flatMap(({ day }) => day ?? [])
    expect(days).toEqual(days.toSorted().toReversed())
  })
})

describe('a release', () => {
  it('needs the version of the package at the top of the changelog, with a day', () => {
    const of = (version: string) => JSON.stringify({ version })
    expect(releaseProblems(of('1.2.3'), '# Changelog\n\n## 1.2.3 (2026-11-23)\n')).toEqual([])
    expect(releaseProblems(of('1.2.3'), '## 1.2.3 (not released yet)\n')).toEqual([
      'the changelog has no day for 1.2.3',
    ])
    expect(releaseProblems(of('1.2.3'), '## 1.2.2 (2026-11-23)\n')).toEqual([
      'the changelog begins with 1.2.2, and the package is 1.2.3',
    ])
    expect(() => releaseProblems(of('1.2.3'), '## Unreleased\n')).toThrow('no version')
  })

  it('shows how it is used, and answers an unknown option in one line', () => {
    const run = (...options: string[]) =>
      spawnSync(process.execPath, ['--import', 'tsx', 'test/release/run.ts', ...options], {
        cwd: ROOT,
        encoding: 'utf8',
      })
    expect(run('--help')).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('--trial') })
    expect(run('--fast')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: "Unknown option '--fast'. (--help shows how)\n",
    })
    expect(run('now')).toMatchObject({ status: 2, stderr: expect.stringMatching(/^Unexpected argument 'now'\..*\n$/) })
  })

  it('runs on a clean clone with Node 20 and 24: checks, long tests, measurements and the ledger', () => {
    const words = ['--import', 'tsx', 'test/release/run.ts', '--list']
    const { stdout, status } = spawnSync(process.execPath, words, { cwd: ROOT, encoding: 'utf8' })
    expect(status).toBe(0)
    const order = ['git clone', 'node@20', 'check', 'test:long', 'test:postgres', 'node@24', 'check', 'bench', 'ledger']
    expect(stdout).toMatch(new RegExp(order.join('[\\s\\S]*')))
  })
})
