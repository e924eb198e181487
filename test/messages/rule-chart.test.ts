// The picture of a rule's preview shows from where on the rule fires.
import { describe, expect, it } from 'vitest'
import type { Game } from '../../src/domain/game.js'
import { DEFAULT_RULE } from '../../src/domain/notifications/settings.js'
import { catalogFor } from '../../src/messages/catalog.js'
import { ruleChart } from '../../src/messages/rule-text.js'

const game: Game = {
  id: 1,
  accountId: 1,
  universeId: 7,
  name: 'Obby',
  channelId: null,
  isActive: true,
  isPausedByPlan: false,
  isPublic: false,
  createdAt: 0,
}
const minutes = Int32Array.of(0, 60, 120)
const line = { minutes, values: Float64Array.of(1_000, 900, 1_000), interval: 1, schedule: [] }
/** The second hour has a band of no width. */
const usual = {
  minutes,
  values: Float64Array.of(1_000, 1_000, 1_000),
  low: Float64Array.of(950, 1_000, 900),
  high: Float64Array.of(1_020, 1_000, 1_200),
}

async function limitOf(by: number): Promise<number[]> {
  const chart = await ruleChart(
    {
      game,
      rule: { ...DEFAULT_RULE, condition: { is: 'unusual', by } },
      preview: { span: { from: 0, until: 180 }, alerts: [] },
    },
    { catalog: catalogFor('en-US'), timeZone: 'UTC' },
    { readLine: async () => line, readUsual: async () => usual },
  )
  return [...(chart?.limit?.values ?? [])]
}

describe('the threshold of a rule that compares with the usual [INSIGHTS-42]', () => {
  it('is as far away as the rule says, and three half widths of the band where these are farther', async () => {
    expect(await limitOf(-20)).toEqual([800, 800, 700])
    expect(await limitOf(-5)).toEqual([850, 950, 700])
  })

  it('is above the usual for a rule about both', async () => {
    expect(await limitOf(10)).toEqual([1_100, 1_100, 1_600])
  })

  it('is never below zero', async () => {
    expect(await limitOf(-150)).toEqual([0, 0, 0])
  })
})
