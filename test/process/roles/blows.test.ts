// Random blows to processes with a role each, to their connections and to the server itself, while Roblox goes on.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { minuteOf } from '../../../src/domain/clock.js'
import { randomFrom } from '../../http/fuzz/random.js'
import { recordFigure } from '../../ledger/ledger.js'
import { isLongRun, rounds } from '../../support/test-run.js'
import { checkPosts, checkSamples, type Explanation } from './account.js'
import { BLOWS, type Blow, FEW_BLOWS } from './blows.js'
import { watchMachine } from './busy-machine.js'
import { startReaders } from './readers.js'
import { EVENT_TIMEOUT_MS, openRoleScene, type RoleScene } from './scene.js'

const SEED = Number(process.env.TEST_SEED ?? (isLongRun ? Date.now() % 100_000 : 1))
/** `npm test` deals a few blows, one after the other. */
const BLOWS_LAST_MS = Number(process.env.BLOWS_LAST_MS ?? 300_000)
const MINUTE_LASTS_MS = 3_000
const GAMES = 8
/** Without a blow, all shards have holders again within this time, and their ticks are stored. */
const RECOVERY_MINUTES = Math.ceil(15_000 / MINUTE_LASTS_MS)
const PAUSE_MS = 1_500
const FIRST_VISITS = 1_000
const LADDER = [2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000]

type Dealt = Explanation & { readonly name: string }

it(
  `lose no sample and no post, and answer or say when to ask again (seed ${SEED}) [PROCESS-48]`,
  async () => {
    const random = randomFrom(SEED)
    const scene = await openRoleScene({ games: GAMES, minuteLastsMs: MINUTE_LASTS_MS, ownServer: true })
    const { server, clock, key, simulator } = scene
    if (server === undefined) return expect.unreachable()
    const universes = simulator.world.games.map(({ universeId }) => universeId)
    for (const universe of universes) simulator.set(universe, { ccu: 50, visits: FIRST_VISITS, favorites: 1, likes: 1 })
    const roles = ['poller', 'poller', 'api', ...(isLongRun ? (['api'] as const) : []), 'bot'] as const
    const processes = await Promise.all(roles.map((role) => scene.launch(role)))
    // A milestone that a game has reached before its first sample is not reported, and its shard may be taken later than others.
    const sampled = async () => (await scene.store.series.latest(universes)).size
    await expect.poll(sampled, { timeout: EVENT_TIMEOUT_MS }).toBe(GAMES)
    const dealt: Dealt[] = []
    const readers = startReaders({
      processes: processes.filter(({ role }) => role === 'api'),
      paths: ['/api/v1/games', '/api/v1/games/stats', '/'],
      key,
      during: () => `after ${dealt.length} blows, the last one ${dealt.at(-1)?.name}`,
    })
    const milestones = reachMilestones(scene, universes)
    const machine = watchMachine(scene)
    const deal = async (blow: Blow): Promise<void> => {
      const from = minuteOf(clock.now()) - 1
      const hit: Dealt = { name: blow.name, from, until: Number.POSITIVE_INFINITY, reasons: blow.reasons }
      dealt.push(hit)
      await blow.deal({ server, processes }, random)
      dealt.splice(dealt.indexOf(hit), 1, { ...hit, until: minuteOf(clock.now()) + RECOVERY_MINUTES })
      await sleep(random.below(PAUSE_MS))
    }
    if (!isLongRun) for (const blow of FEW_BLOWS) await deal(blow)
    for (const end = Date.now() + BLOWS_LAST_MS; isLongRun && Date.now() < end; ) await deal(random.pick(BLOWS))
    const reached = milestones.stop()
    await scene.ticked(isLongRun ? RECOVERY_MINUTES : 2)
    await untilPosted(scene)
    const { faults, answers } = await readers.stop()
    expect(processes.filter((one) => !one.isRunning())).toEqual([])
    for (const one of processes) await one.end('SIGTERM')

    const explanations = [...dealt, ...machine.stop()]
    const { due, stored, missing } = await checkSamples(scene, GAMES, explanations)
    const posts = await checkPosts(scene, reached)
    expect(faults).toEqual([])
    expect(answers[200]).toBeGreaterThan(0)
    await recordFigure(
      'blows to processes that share a database',
      `${dealt.length} blows: ${due} samples due, ${stored} stored, ${missing} in gaps; ${posts} posts, each once`,
    )
  },
  BLOWS_LAST_MS + 4 * EVENT_TIMEOUT_MS,
)

/** Lets one game after the other reach its next milestone. `stop` returns what each has reached. */
function reachMilestones({ simulator }: RoleScene, universes: readonly number[]) {
  const reached = new Map<number, number[]>(universes.map((universe) => [universe, []]))
  let next = 0
  const step = (): void => {
    const universe = universes[next % universes.length] ?? 0
    const visits = LADDER[Math.floor(next / universes.length)]
    next++
    if (visits === undefined) return
    simulator.set(universe, { visits })
    reached.get(universe)?.push(visits)
  }
  const timer = setInterval(step, rounds({ short: 1_200, long: 4_000 }))
  return {
    stop: (): ReadonlyMap<number, readonly number[]> => {
      clearInterval(timer)
      return reached
    },
  }
}

async function untilPosted({ store }: RoleScene): Promise<void> {
  const isDone = async () => {
    const [evaluated, sampled] = [await store.evaluations.cursor(), await store.series.cursor()]
    const { pending, claimed } = await store.outbox.countOpen()
    return (evaluated ?? 0) >= (sampled?.minute ?? 0) - 1 && pending + claimed === 0
  }
  await expect.poll(isDone, { timeout: EVENT_TIMEOUT_MS, interval: 500 }).toBe(true)
}
