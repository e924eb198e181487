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
  const versions = { minute: 0, market: 0 }
  const { accounts, clock } = app.services
  const dataVersions = {
    ...app.services.dataVersions,
    everything: () => `${versions.minute}`,
    market: () => `${versions.market}`,
  }
  const { plans } = readConfig({})
  const prepared = new PreparedAnswers({ accounts, activity: createActivity(), clock, dataVersions, events, plans })
  const made: string[] = []
  /** What a test lets happen while an answer is made. */
  const during = new Map<string, () => void>()
  const ask = (url: string, account: Account = app.account) =>
    prepared.of({
      ...{ url, account, access: 'full', route: url, hasMarket: url.startsWith('/market') },
      make: async () => {
        made.push(url)
        during.get(url)?.()
        during.delete(url)
        return textBytes(BODY, 'text/plain')
      },
    })
  const startTick = (): void => {
    versions.minute++
    events.publish({ type: 'tick recorded elsewhere', minute: versions.minute })
  }
  const tick = async (answers: number): Promise<void> => {
    made.length = 0
    startTick()
    await vi.waitUntil(() => made.length === answers)
    // The last answer is kept in the same turn.
    await setImmediate()
  }
  const countMarket = (): void => {
    versions.market++
    events.publish({ type: 'market counted' })
  }
  return { app, prepared, ask, tick, startTick, countMarket, during, made }
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

it('answers that contain the market are made again once it is counted, and no others [API-80]', async () => {
  const { app, prepared, ask, tick, startTick, countMarket, during, made } = await openPrepared()
  try {
    for (const url of ['/market', '/other', '/market/last']) await ask(url)
    await tick(3)
    made.length = 0
    countMarket()
    expect(prepared.find(app.account, '/market')).toBeUndefined()
    expect(prepared.find(app.account, '/other')).toBeDefined()
    await vi.waitUntil(() => made.length === 2)
    expect(made.toSorted()).toEqual(['/market', '/market/last'])
    // Counts that come while answers are made again for the tick.
    const urls = ['/market', '/market/last']
    for (const url of urls) during.set(url, countMarket)
    startTick()
    const isThere = (url: string): boolean => prepared.find(app.account, url) !== undefined
    await vi.waitUntil(() => urls.every(isThere))
  } finally {
    await app.stop()
  }
})
