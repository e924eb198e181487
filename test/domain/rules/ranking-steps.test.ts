import { describe, expect, it } from 'vitest'
import { rank, rankInSteps } from '../../../src/domain/rules/ranking.js'

const GAMES = 5_000
/** Candidates that are read between two steps. */
const MAX_STEP_SIZE = 1_000

describe('a ranking of thousands of games', () => {
  it('reads a thousand of them between two steps, in which others have their turn [API-81]', () => {
    let reads = 0
    const candidates = Array.from({ length: GAMES }, (_, index) => {
      const sample = { minute: 1, ccu: (index * 7_919) % 1_000, visits: index, favorites: 0, likes: 0, dislikes: 0 }
      return {
        game: {
          id: index + 1,
          accountId: 1,
          universeId: index + 1,
          name: 'Game',
          channelId: null,
          isActive: true,
          isPausedByPlan: false,
          isPublic: false,
          createdAt: 0,
        },
        interval: 1,
        before: sample,
        earlier: undefined,
        get latest() {
          reads++
          return sample
        },
      }
    })
    const steps = rankInSteps(candidates, 'ccu', 1)
    let most = 0
    for (;;) {
      const before = reads
      const step = steps.next()
      most = Math.max(most, reads - before)
      if (step.done !== true) continue
      expect(step.value.map(({ game }) => game.id)).toEqual(rank(candidates, 'ccu', 1).map(({ game }) => game.id))
      break
    }
    expect(most).toBeLessThanOrEqual(MAX_STEP_SIZE)
  })
})
