// What counts as lost in a drill.
import { expect, test } from 'vitest'
import { FaultRecord } from '../../src/drill/fault-record.js'
import type { MinuteAccount, WorkerMessage } from '../../src/drill/messages.js'

const whole = (minute: number): MinuteAccount => ({ minute, due: 10, stored: 10, gaps: [] })

function accountOf(messages: readonly WorkerMessage[], minutes: readonly MinuteAccount[], isKilled = false) {
  let now = 0
  const record = new FaultRecord('kill', () => now)
  for (const message of messages) {
    now += 100
    record.note(message)
  }
  if (isKilled) record.noteKill()
  record.note({ type: 'counted', minutes: [...minutes] })
  return record.summary(null)
}

const begun = (minute: number, isHit = false): WorkerMessage => ({ type: 'begun', minute, isHit })
const stored = (minute: number, sampled = 10): WorkerMessage => ({ type: 'stored', minute, sampled })

test('a gap of the tick in flight is not lost [PROCESS-39]', () => {
  const missing: MinuteAccount = { minute: 2, due: 10, stored: 0, gaps: [['not running', 10]] }
  const account = accountOf([begun(1), stored(1), begun(2)], [whole(1), missing], true)
  expect(account).toMatchObject({ due: 20, stored: 10, gaps: [['not running', 10]], lost: 0, hits: 1 })
})

test('a gap of any other tick is lost [PROCESS-39]', () => {
  const missing: MinuteAccount = { minute: 1, due: 10, stored: 0, gaps: [['not running', 10]] }
  expect(accountOf([begun(1), stored(1), begun(2)], [missing, whole(2)], true)).toMatchObject({ lost: 10 })
})

test('what is neither stored nor in a gap is lost, also of the tick in flight [PROCESS-39]', () => {
  const missing: MinuteAccount = { minute: 1, due: 10, stored: 4, gaps: [['not running', 5]] }
  expect(accountOf([begun(1)], [missing], true)).toMatchObject({ lost: 1 })
})

test('what a tick reported as stored and is in a gap is lost [PROCESS-39]', () => {
  const missing: MinuteAccount = { minute: 1, due: 10, stored: 7, gaps: [['clock', 3]] }
  expect(accountOf([begun(1, true), stored(1)], [missing])).toMatchObject({ lost: 3 })
})

test('the recovery is the longest time from a hit to the next stored tick [PROCESS-39]', () => {
  const failed = (minute: number): WorkerMessage => ({ type: 'failed', minute })
  const messages = [begun(1), failed(1), begun(2), failed(2), begun(3), stored(3), begun(4), stored(4)]
  expect(accountOf(messages, [])).toMatchObject({ hits: 2, recoveryMs: 200 })
  expect(accountOf([begun(1), stored(1)], [])).toMatchObject({ hits: 0, recoveryMs: null })
})

test('a kill between two ticks hits none, and is counted as that [PROCESS-39]', () => {
  expect(accountOf([begun(1), stored(1)], [whole(1)], true)).toMatchObject({ hits: 0, misses: 1 })
  expect(accountOf([begun(1), stored(1), begun(2)], [whole(1), whole(2)], true)).toMatchObject({ hits: 1, misses: 0 })
})
