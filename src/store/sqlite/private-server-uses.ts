// How many private servers each account opened on a day. Only the latest day is kept, as long as the clock is correct: no
// older one decides anything.

import type { PrivateServerUseStore } from '../../domain/private-server.js'
import type { ClockState } from '../../domain/time/clock-check.js'
import type { Connection } from './connection.js'

export function privateServerUseStore({ raw, write }: Connection, clockState: () => ClockState): PrivateServerUseStore {
  const forget = raw.prepare<[number, number]>('DELETE FROM private_server_use WHERE account_id = ? AND day < ?')
  const take = raw.prepare<[number, number, number]>(`
    INSERT INTO private_server_use (account_id, day, uses) VALUES (?, ?, 1)
    ON CONFLICT (account_id, day) DO UPDATE SET uses = uses + 1 WHERE uses < ?`)
  const giveBack = raw.prepare<[number, number]>(
    'UPDATE private_server_use SET uses = uses - 1 WHERE account_id = ? AND day = ? AND uses > 0',
  )
  return {
    take: async (accountId, day, most) =>
      write(() => {
        if (clockState() === 'correct') forget.run(accountId, day)
        return take.run(accountId, day, most).changes === 1
      }),
    giveBack: async (accountId, day) => write(() => void giveBack.run(accountId, day)),
  }
}
