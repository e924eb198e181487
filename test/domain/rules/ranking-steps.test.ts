import { describe, expect, it } from 'vitest'
import { sortInSteps } from '../../../src/domain/rules/ordering/sort-in-steps.js'
import { rank, rankInSteps } from '../../../src/domain/rules/ranking.js'

const GAMES = 5_000
/** Candidates that are read between two steps. */
const MAX_STEP_SIZE = 1_000

/** Comparisons between two steps: those of five hundred that are sorted. */
const MAX_COMPARISONS = 4_500

describe('a sort of thousands of indexes', () => {
  it.each([0, 1, 499, 500, 501, GAMES, 5_432])('of %i in steps gives what a whole one does [API-81]', (size) => {
    const values = Array.from({ length: size }, (_, index) => (index * 7_919) % 613)
    let comparisons = 0
    const compare = (a: number, b: number): number => {
      comparisons++
      return (values[a] ?? 0) - (values[b] ?? 0)
    }
    const indexes = Uint32Array.from(values.keys())
    const whole = [...indexes].sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0))
    const steps = sortInSteps(indexes, compare)
    let most = 0
    for (;;) {
      const before = comparisons
      const step = steps.next()
      most = Math.max(most, comparisons - before)
      if (step.done !== true) continue
      expect([...step.value]).toEqual(whole)
      break
    }
    expect(most).toBeLessThanOrEqual(MAX_COMPARISONS)
  })
})

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
