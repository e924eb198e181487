// A database with gaps that end in the future, as an earlier version wrote them while its clock was ahead.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MINUTES, minuteOf } from '../../../src/domain/clock.js'
import type { Gap } from '../../../src/domain/gap.js'
import { openStore } from '../../../src/store/open-store.js'
import { Database } from '../../../src/store/sqlite/driver.js'
import { gap } from '../contract/support.js'

const MIGRATIONS = new URL('../../../src/store/sqlite/migrations/', import.meta.url)
const ID = 5
/** The migration uses the clock of the machine, as a start does. */
const NOW = minuteOf(Date.now())
const FAR = NOW + 3 * 365 * DAY_MINUTES
let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-future-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function writeOldDatabase(gaps: readonly Gap[], { cursor, sample }: { cursor: number; sample: number }) {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort()
  const old = names.slice(0, names.indexOf('0010_set_aside.sql') + 1)
  const raw = new Database(join(folder, 'headcount.db'))
  for (const name of old) raw.exec(await readFile(new URL(name, MIGRATIONS), 'utf8'))
  raw.pragma(`user_version = ${old.length}`)
  const insert = raw.prepare('INSERT INTO gap (universe_id, from_minute, until_minute, reason) VALUES (?, ?, ?, ?)')
  for (const { universeId, from, until, reason } of gaps) insert.run(universeId, from, until, reason)
  raw.prepare('INSERT INTO tick_cursor (id, minute, clock_was_wrong) VALUES (1, ?, 0)').run(cursor)
  raw.prepare('INSERT INTO notice_cursor (id, minute) VALUES (1, ?)').run(cursor)
  raw.prepare('INSERT INTO sample VALUES (?, ?, 1, 1, 1, 1, 1)').run(sample, ID)
  raw.close()
}

async function afterTheStart() {
  const store = await openStore(`file:${folder}/headcount.db`, { clock: { now: Date.now, monotonic: Date.now } })
  const found = {
    gaps: await store.series.gaps(ID, 0, 2 ** 31 - 1),
    cursor: (await store.series.cursor())?.minute ?? 0,
    evaluated: (await store.evaluations.cursor()) ?? 0,
  }
  store.close()
  return found
}

/** A minute may have passed since the test began. */
const isNow = (minute: number): boolean => minute >= NOW && minute <= NOW + 2

describe('gaps of an older database that end in the future', () => {
  it('end now after the first start, and those that begin in the future are gone', async () => {
    const known = gap(ID, NOW - 900, NOW - 800, 'platform error')
    const hiding = gap(ID, NOW - 100, FAR, 'not running')
    await writeOldDatabase([known, hiding, gap(ID, FAR + 5, FAR + 6, 'clock')], { cursor: FAR, sample: NOW - 101 })
    const { gaps, cursor, evaluated } = await afterTheStart()
    expect(gaps).toEqual([known, { ...hiding, until: expect.toSatisfy((until: number) => isNow(until - 1)) }])
    expect([isNow(cursor), isNow(evaluated)]).toEqual([true, true])
  })

  it('stay up to the last sample, however far behind the clock of that start is', async () => {
    const LAST = NOW + 10 * DAY_MINUTES
    const known = gap(ID, LAST - 900, LAST - 800, 'platform error')
    const tail = gap(ID, LAST + 1, LAST + 500, 'platform error')
    await writeOldDatabase([known, tail], { cursor: LAST + 499, sample: LAST })
    // The time that was cut off is recorded again, because the cursors went back with the gaps.
    expect(await afterTheStart()).toEqual({ gaps: [known], cursor: LAST, evaluated: LAST })
  })
})
