// Which prepared answers leave a full cache follows from the requests, not from the order in which a tick makes them again.
import { setImmediate } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { readConfig } from '../../../src/config.js'
import type { Account } from '../../../src/domain/account.js'
import { createActivity } from '../../../src/domain/ports/activity.js'
import { createEventBus } from '../../../src/domain/ports/events.js'
import { PreparedAnswers } from '../../../src/http/api/preparation/prepared-answers.js'
import { textBytes } from '../../../src/http/send-json.js'
import { startHttpApp } from '../../support/start-http.js'

/** Three fit into the cache, and a fourth does not. */
const BODY = 'x'.repeat(9 * 2 ** 20)

async function openPrepared() {
  const app = await startHttpApp()
  const events = createEventBus()
  const versions = { minute: 0 }
  const { accounts, clock } = app.services
  const dataVersions = { ...app.services.dataVersions, everything: () => `${versions.minute}` }
  const { plans } = readConfig({})
  const prepared = new PreparedAnswers({ accounts, activity: createActivity(), clock, dataVersions, events, plans })
  const made: string[] = []
  const ask = (url: string, account: Account = app.account) =>
    prepared.of({
      ...{ url, account, access: 'full', route: url },
      make: async () => {
        made.push(url)
        return textBytes(BODY, 'text/plain')
      },
    })
  const tick = async (answers: number): Promise<void> => {
    made.length = 0
    versions.minute++
    events.publish({ type: 'tick recorded elsewhere', minute: versions.minute })
    await vi.waitUntil(() => made.length === answers)
    // The last answer is kept in the same turn.
    await setImmediate()
  }
  return { app, prepared, ask, tick }
}

it('the answer that was requested longest ago leaves a full cache, also after a tick', async () => {
  const { app, prepared, ask, tick } = await openPrepared()
  try {
    for (const url of ['/first', '/second', '/third']) await ask(url)
    await tick(3)
    await ask('/fourth')
    const isThere = (url: string): boolean => prepared.find(app.account, url) !== undefined
    expect(['/first', '/second', '/third', '/fourth'].filter(isThere)).toEqual(['/second', '/third', '/fourth'])
  } finally {
    await app.stop()
  }
})
