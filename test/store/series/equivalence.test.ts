// The storage engine answers exactly as plain rows do, whatever the history and whenever it was compacted.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { openStore } from '../../../src/store/open-store.js'
import { expectAnswersOfRows } from './equivalence.js'

const RUNS = Number(process.env.SERIES_RUNS ?? 8)
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-equal-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('the series engine', () => {
  it(
    'answers as the row store does, on random histories',
    () => expectAnswersOfRows((round, options) => openStore(`file:${join(folder, `${round}.db`)}`, options), RUNS),
    60_000 + RUNS * 10_000,
  )
})
