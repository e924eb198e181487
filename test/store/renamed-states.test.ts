// The migration that renames stored states: what people were notified of before it is still known after it.
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/domain/clock.js'
import { openStore } from '../../src/store/open-store.js'
import { allOf } from './contract/support.js'
import { openOldGame } from './series/old-database.js'

const BEFORE = 22
const ALERT = { rules: { 1: { trueSince: 5, toldSince: 5, toldAt: 9 } }, marks: { from: 3 } }
const STATES = {
  alert: ALERT,
  record: { ccu: 70, toldAt: 8 },
  status: { condition: 'shown', since: 0, silence: { since: 4, reason: null, isTold: true } },
}

test('a migrated database keeps which notifications were sent and which were given up', async () => {
  const { file, raw } = await openOldGame(BEFORE)
  raw.exec("INSERT INTO setting (key, value) VALUES ('poller.overdue_told_at', '2026-01-31T19:30:00.000Z')")
  raw.exec(`INSERT INTO notice (game_id, account_id, kind, subject, occurred_at, facts, state, attempts, next_attempt_at,
    created_at, expires_at) VALUES (1, 1, 'record', 'ccu:10', 1, '{"kind":"record","ccu":10,"previous":1}', 'parked', 1, 0, 0, 0)`)
  const insert = raw.prepare('INSERT INTO notice_state (game_id, kind, state, is_resumed) VALUES (1, ?, ?, 0)')
  for (const [kind, state] of Object.entries(STATES)) insert.run(kind, JSON.stringify(state))
  raw.close()

  const store = await openStore(`file:${file}`, { clock: systemClock })
  onTestFinished(() => store.close())
  const states = await allOf(store.evaluations.states())
  expect(Object.fromEntries(states.map(({ kind, state }) => [kind, JSON.parse(state)]))).toEqual({
    alert: { rules: { 1: { trueSince: 5, notifiedSince: 5, notifiedAt: 9 } }, baselineWindow: { from: 3 } },
    record: { ccu: 70, notifiedAt: 8 },
    status: { condition: 'shown', since: 0, silence: { since: 4, reason: null, isNotified: true } },
  })
  expect(await store.outbox.list({ accountId: 1, limit: 9 })).toMatchObject([{ state: 'dead_letter' }])
  expect(await store.settings.get('poller.overdue_informed_at')).toBe('2026-01-31T19:30:00.000Z')
})
