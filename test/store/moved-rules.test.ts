// The migration to rules about the usual changes default rules, and leaves rules that a person has set.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/domain/clock.js'
import { openStore } from '../../src/store/open-store.js'
import { APPLICATION_ID } from '../../src/store/sqlite/file/identify.js'
import { openOfSchema } from './series/old-database.js'

const BEFORE = 17
const FALL = { is: 'changed', by: -50, unit: 'percent' }

test('rules with the earlier default compare with the usual, and no other rule changes [INSIGHTS-43]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-rules-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'headcount.db')
  const raw = await openOfSchema(file, BEFORE)
  raw.pragma(`application_id = ${APPLICATION_ID}`)
  raw.exec("INSERT INTO account (name, plan, status, created_at) VALUES ('a', 'free', 'active', 0)")
  raw.exec("INSERT INTO universe (id, name, root_place_id, condition) VALUES (5, 'u', 1, 'shown')")
  raw.exec('INSERT INTO game (account_id, universe_id, is_active, created_at) VALUES (1, 5, 1, 0)')
  const insert = raw.prepare(
    `INSERT INTO notice_rule (game_id, metric, condition, readings, cooldown_minutes, quiet_hours, role_id, created_at)
     VALUES (1, ?, ?, ?, ?, ?, ?, 0)`,
  )
  const untouched = ['ccu', JSON.stringify(FALL), 10, 360, null, null]
  const night = JSON.stringify({ from: 1_320, until: 420, timeZone: 'UTC' })
  const set = [
    ['ccu', JSON.stringify({ ...FALL, by: -40 }), 10, 360, null, null],
    ['ccu', JSON.stringify(FALL), 3, 360, null, null],
    ['favorites', JSON.stringify(FALL), 10, 360, null, null],
    ['ccu', JSON.stringify({ is: 'below', value: 50 }), 10, 360, null, null],
    // Whoever set the cooldown, the quiet hours or a role has set the rule.
    ['ccu', JSON.stringify(FALL), 10, 60, null, null],
    ['ccu', JSON.stringify(FALL), 10, 360, night, null],
    ['ccu', JSON.stringify(FALL), 10, 360, null, '42'],
  ]
  for (const row of [untouched, ...set]) insert.run(...row)
  raw.close()

  const store = await openStore(`file:${file}`, { clock: systemClock })
  const [moved, ...kept] = await store.rules.all()
  expect(moved).toMatchObject({ condition: { is: 'unusual', by: -30 }, minutes: 10, cooldownMinutes: 360 })
  expect(kept.map(({ metric, condition, readings }) => [metric, JSON.stringify(condition), readings])).toEqual(
    set.map((row) => row.slice(0, 3)),
  )
  expect(kept.every((rule) => rule.minutes === undefined)).toBe(true)
  expect(await store.settings.get('rules.moved_to_usual')).toBe(JSON.stringify([moved?.id]))
  store.close()
})
