// Processes with one role each over one PostgreSQL database: whatever ends one of them, or keeps it from the database, every due
// sample is stored once or lies in a gap with its reason.
import { expect, it } from 'vitest'
import { checkSamples } from './account.js'
import { EVENT_TIMEOUT_MS, openRoleScene } from './scene.js'

const GAMES = 8
/** Shards are shared within this time (PROCESS-44). */
const SHARE_TIMEOUT_MS = 15_000

it(
  'account for every due sample, whichever is killed, cut off or stopped [PROCESS-44]',
  async () => {
    const scene = await openRoleScene({ games: GAMES, minuteLastsMs: 3_000 })
    const { launch, ticked } = scene
    const [first, second, api] = await Promise.all([launch('poller'), launch('poller'), launch('api')])
    await ticked(2)
    // The second poller takes its share from the first between two ticks, so for a moment nobody holds it.
    await expect
      .poll(async () => (await fetch(`${api.url()}/readyz`)).json(), { timeout: SHARE_TIMEOUT_MS })
      .toMatchObject({ status: 'ready', poller: { state: 'off' }, sharedWork: { unheldShards: 0 } })

    await first.end('SIGKILL')
    await ticked(3)
    const third = await launch('poller')
    second.network.swallow()
    await ticked(4)
    second.network.restore()
    await ticked(2)
    await third.end('SIGTERM')
    await ticked(3)
    await second.end('SIGTERM')
    await api.end('SIGTERM')

    const anyTime = {
      from: 0,
      until: Number.POSITIVE_INFINITY,
      reasons: ['not running', 'not stored', 'late'],
    } as const
    const { minutes, missing } = await checkSamples(scene, GAMES, [anyTime])
    expect(missing).toBeLessThan((GAMES * minutes) / 2)
  },
  5 * EVENT_TIMEOUT_MS,
)
