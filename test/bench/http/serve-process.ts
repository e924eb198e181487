// That service as a process of its own, with an account that tracks all universes: prints its port and a key, and on
// being asked its memory, its processor time, or the longest turn of its event loop.
import { createAnswerMaker } from '../../../src/http/api/preparation/answer-ahead.js'
import { TurnClock } from '../turn-clock.js'
import { serve } from './serve.js'

const [kind = '', file = '', size = '0', logging] = process.argv.slice(2)
const { store, services, clock, port, app, settings } = await serve(kind === 'rows' ? 'rows' : 'engine', file, logging)
const known = await store.accounts.byName('Bench')
const account = known ?? (await services.accounts.create({ name: 'Bench', plan: 'enterprise' }))
const draft = { accountId: account.id, channelId: null, createdAt: clock.now(), maxGames: Number(size) }
const there = (await store.games.ofAccount(account.id)).length
for (let id = there + 1; id <= Number(size); id++) {
  const universe = { id, name: `Universe ${id}`, rootPlaceId: id, updatedAt: null, condition: 'shown' as const }
  await store.games.add({ ...draft, universe })
}
const { secret } = await services.keys.create(account, 'bench')
const turns = new TurnClock()
process.send?.({ port, key: secret })
// Peak and present, bytes; maxRSS comes in KiB.
process.on('message', (question) => {
  if (question === 'watch turns') {
    turns.start()
    process.send?.({})
    return
  }
  if (question === 'read ahead') {
    void services
      .readAhead(new AbortController().signal, createAnswerMaker({ app, services, settings, store }))
      .then(() => process.send?.({}))
    return
  }
  if (question === 'processor time') {
    const { user, system } = process.cpuUsage()
    process.send?.({ microseconds: user + system })
    return
  }
  if (question === 'longest turn') {
    process.send?.({ ms: turns.stop() })
    return
  }
  globalThis.gc?.()
  process.send?.({ peak: process.resourceUsage().maxRSS * 1024, now: process.memoryUsage().rss })
})
