// The migration to rules about the usual changes default rules, and leaves rules that a person has set.
import { expect, test } from 'vitest'
import { systemClock } from '../../src/domain/clock.js'
import { openStore } from '../../src/store/open-store.js'
import { openOldGame } from './series/old-database.js'

const BEFORE = 17
const FALL = { is: 'changed', by: -50, unit: 'percent' }

test('rules with the earlier default compare with the usual, and no other rule changes [INSIGHTS-43]', async () => {
  const { file, raw } = await openOldGame(BEFORE)
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
