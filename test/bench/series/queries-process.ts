// A service that answers what accounts ask day by day, with its memory afterwards.
import { dayOf, isoOfDay } from '../../../src/domain/clock.js'
import { Client } from '../http/client.js'
import { serve } from '../http/serve.js'
import { END } from './stores.js'

/** As many as an enterprise account has at most (PLANS-1). */
const GAMES_EACH = 500

const [file = '', size = '0'] = process.argv.slice(2)
const { store, services, clock, port } = await serve('engine', file)
const today = dayOf(END)
const dates = `start_date=${isoOfDay(today - 29)}&end_date=${isoOfDay(today)}`
for (let first = 1; first <= Number(size); first += GAMES_EACH) {
  const account = await services.accounts.create({ name: `Bench ${first}.`, plan: 'enterprise' })
  const draft = { accountId: account.id, channelId: null, createdAt: clock.now(), maxGames: GAMES_EACH }
  for (let id = first; id < first + GAMES_EACH && id <= Number(size); id++) {
    const universe = { id, name: `Universe ${id}`, rootPlaceId: id, updatedAt: null, condition: 'shown' as const }
    await store.games.add({ ...draft, universe })
  }
  const { secret } = await services.keys.create(account, 'bench')
  const client = await Client.open(port, secret)
  const [one] = await store.games.ofAccount(account.id)
  const game = `/games/${one?.id}`
  const lists = ['/games', '/games/stats', '/rankings', '/rankings?by=change', '/games/summary']
  const details = [
    `${game}/summary`,
    `${game}/series?interval=1m&last=1d`,
    `${game}/series?interval=1h&last=30d`,
    `${game}/export?${dates}&format=csv`,
    `${game}/export?${dates}&format=json`,
  ]
  for (const path of [...lists, ...details]) await client.ask(path)
  client.close()
}
process.send?.({ rss: process.memoryUsage().rss })
