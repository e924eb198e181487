// The minute at which a fall of the platform begins, as its event and its message say it.
import { expect, test } from 'vitest'
import { addGame } from '../../store/contract/support.js'
import { openScene, START } from '../months/simulated.js'

const UNIVERSES = [5, 6, 7, 8]

interface BeginningScenario {
  readonly begins: number
  /** Minutes between the samples of a universe. */
  readonly intervalOf?: (universeId: number) => number
  /** The share of its players that a universe has. */
  readonly shareAt: (universeId: number, minute: number) => number
}

async function beginningFound({ begins, intervalOf = () => 1, shareAt }: BeginningScenario) {
  const scene = await openScene()
  await scene.switchOn('status')
  for (const universeId of UNIVERSES.slice(1))
    await addGame(scene.store, scene.game.accountId, universeId, { createdAt: 0 })
  for (let minute = begins - 30; minute < begins + 25; minute++) {
    const due = UNIVERSES.filter((id) => minute % intervalOf(id) === 0)
    await scene.tick(minute, new Map(due.map((id) => [id, { ccu: Math.round(400 * shareAt(id, minute)) }])))
    await scene.evaluate()
  }
  const query = { universeIds: [], accountId: null, kinds: ['market_fall'], limit: 10 } as const
  const [post] = (await scene.store.outbox.list({ limit: 100 })).filter(({ kind }) => kind === 'platform_drop')
  return { events: await scene.store.eventLog.newest(query), post }
}

/** Ten minutes are a step. */
const BEGINNINGS = [0, 1, 4, 9].map((offset) => START + 240 + offset)

test('a fall begins at the minute in which the players left, wherever it lies between two steps [INSIGHTS-54]', async () => {
  for (const begins of BEGINNINGS) {
    const { events, post } = await beginningFound({ begins, shareAt: (_, at) => (at < begins ? 1 : 0.3) })
    expect(events.map(({ start }) => start - begins)).toEqual([0])
    expect(post?.facts).toMatchObject({ since: begins })
  }
})

test('a fall to which players leave for ten minutes begins with the first of them [INSIGHTS-54]', async () => {
  for (const begins of BEGINNINGS) {
    const shareAt = (_: number, at: number) => Math.min(1, Math.max(0.2, 1 - (0.8 * (at - begins)) / 10))
    const { events } = await beginningFound({ begins, shareAt })
    expect(events.map(({ start }) => [0, 1, 2].includes(start - begins))).toEqual([true])
  }
})

test('games that are sampled every ten minutes do not date the fall that others show [INSIGHTS-54]', async () => {
  const begins = START + 243
  const intervalOf = (id: number) => (id < 7 ? 1 : 10)
  const { events } = await beginningFound({ begins, intervalOf, shareAt: (_, at) => (at < begins ? 1 : 0.3) })
  expect(events.map(({ start }) => start - begins)).toEqual([0])
})

test('a game that fell some minutes before for a reason of its own does not begin the fall [INSIGHTS-54]', async () => {
  const begins = START + 246
  const shareAt = (id: number, at: number) => (at < begins - (id === 6 ? 4 : 0) ? 1 : 0.3)
  const { events } = await beginningFound({ begins, shareAt })
  expect(events.map(({ start }) => start - begins)).toEqual([0])
})
