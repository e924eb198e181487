// The ledger of promises in SECURITY.md is what was measured, and its tests exist; secrets in lines of the log are found.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { readMeasured, staleFigures, tableOf } from '../ledger/ledger.js'
import { fileOf, PROMISE_NAMES, PROMISES } from '../ledger/promises.js'
import { isRecorded, secretsFigure, secretsIn } from '../support/secrets/collect.js'

const ROOT = new URL('../../', import.meta.url)

it('the table of promises shows the measured figures, and says where there is none', async () => {
  const measured = await readMeasured()
  expect(Object.keys(measured).filter((name) => !Object.hasOwn(PROMISES, name))).toEqual([])
  expect(await readFile(new URL('.github/SECURITY.md', ROOT), 'utf8')).toContain(tableOf(measured))
  expect(tableOf({})).toContain('not yet measured')
})

it('every promise has a command that measures it', async () => {
  for (const name of PROMISE_NAMES) {
    const file = new URL(fileOf(PROMISES[name]), ROOT)
    expect([name, existsSync(file)]).toEqual([name, true])
    expect(await readFile(file, 'utf8')).toMatch(new RegExp(`recordFigure\\(\\s*'${name}'`))
  }
})

it('a figure that is missing or of another version keeps a release from being made', () => {
  const figure = { figure: 'x', date: '2026-11-23', version: '1.0.0', machine: 'y' }
  const all = Object.fromEntries(PROMISE_NAMES.map((name) => [name, figure]))
  expect(staleFigures(all, '1.0.0')).toEqual([])
  expect(staleFigures(all, '1.1.0')).toHaveLength(PROMISE_NAMES.length)
  expect(staleFigures({ ...all, secrets: { ...figure, version: '0.9.0' } }, '1.0.0')).toEqual([
    { name: 'secrets', found: '0.9.0 of 2026-11-23' },
  ])
  expect(staleFigures({ ...all, secrets: { ...figure, date: '2099-01-01' } }, '1.0.0')).toHaveLength(1)
  expect(staleFigures({}, '1.0.0')[0]?.found).toBe('not yet measured')
})

it('a secret is found in a line of the log as it is, in an address, and between other texts', () => {
  const [key, token] = ['hc_live_0123456789abcdef', 'a.token+with/marks==']
  const lines = [`{"url":"/x?key=${key}"}`, `{"url":"/x%3D${key}%26"}`, `with "${token}"`, 'hc_live_0123456789abcdeg']
  expect(secretsIn(lines, new Set([key, token]))).toEqual(lines.slice(0, 3))
})

it('the figure of the secrets is that of all test files: of a long run, or of a short one that was asked for it', () => {
  const whole = { isLong: true, isOfNames: false, files: 700, ran: 700 }
  expect(isRecorded(whole, false)).toBe(true)
  const short = { ...whole, isLong: false }
  expect([isRecorded(short, false), isRecorded(short, true)]).toEqual([false, true])
  for (const other of [{ isOfNames: true }, { ran: 699 }, { files: 0, ran: 0 }])
    for (const isRequested of [false, true])
      expect([other, isRecorded({ ...whole, ...other }, isRequested)]).toEqual([other, false])
  expect(secretsFigure(whole, 9, 3)).toBe('9 lines of all 700 test files, 3 secrets, none in a line')
  expect(secretsFigure(short, 9, 3)).toBe('9 lines of all 700 test files with few rounds, 3 secrets, none in a line')
})
