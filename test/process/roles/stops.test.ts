// Processes with one role each that the operator stops, one after the other or while the database is away.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { checkSamples } from './account.js'
import { EVENT_TIMEOUT_MS, openRoleScene } from './scene.js'

const GAMES = 8
/** PROCESS-3, and as much again for a machine that has other work. */
const STOP_LIMIT_MS = 20_000

it(
  'lose no tick where each is stopped and started again, one after the other [PROCESS-48]',
  async () => {
    const scene = await openRoleScene({ games: GAMES, minuteLastsMs: 6_000 })
    const processes = await Promise.all([scene.launch('poller'), scene.launch('poller'), scene.launch('api')])
    await scene.ticked(1)
    for (const one of processes) {
      expect(await one.end('SIGTERM')).toBe(0)
      await one.start()
      // It has a share of the shards again before the next one is stopped.
      await sleep(2_000)
    }
    await scene.ticked(1)
    for (const one of processes) await one.end('SIGTERM')
    expect(await checkSamples(scene, GAMES, [])).toMatchObject({ missing: 0 })
  },
  2 * EVENT_TIMEOUT_MS,
)

it(
  'stop in time, and take no harm, where the database swallows everything [PROCESS-3]',
  async () => {
    const scene = await openRoleScene({ games: GAMES, minuteLastsMs: 3_000 })
    const processes = await Promise.all([scene.launch('poller'), scene.launch('api')])
    await scene.ticked(1)
    for (const one of processes) one.network.swallow()
    const began = performance.now()
    expect(await Promise.all(processes.map((one) => one.end('SIGTERM')))).toEqual([0, 0])
    expect(performance.now() - began).toBeLessThan(STOP_LIMIT_MS)
  },
  2 * EVENT_TIMEOUT_MS,
)
