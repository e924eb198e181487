// That service as a process of its own, with an account that tracks all universes: tells its port and a key, and on
// being asked its memory.
import { serve } from './serve.js'

const [kind = '', file = '', size = '0'] = process.argv.slice(2)
const { store, services, clock, port } = await serve(kind === 'rows' ? 'rows' : 'engine', file)
const account = await services.accounts.create({ name: `Bench ${process.pid}.`, plan: 'enterprise' })
const draft = { accountId: account.id, channelId: null, createdAt: clock.now(), maxGames: Number(size) }
for (let id = 1; id <= Number(size); id++) {
  const universe = { id, name: `Universe ${id}`, rootPlaceId: id, updatedAt: null, condition: 'shown' as const }
  await store.games.add({ ...draft, universe })
}
const { secret } = await services.keys.create(account, 'bench')
process.send?.({ port, key: secret })
// Peak and present, bytes; maxRSS comes in KiB.
process.on('message', () => {
  globalThis.gc?.()
  process.send?.({ peak: process.resourceUsage().maxRSS * 1024, now: process.memoryUsage().rss })
})
