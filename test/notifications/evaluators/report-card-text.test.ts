// An update report states the effect with its range, the share of Roblox as a whole, or why there is no result.
import { expect, test } from 'vitest'
import type { ChartInput } from '../../../src/charts/chart-input.js'
import { chartOption } from '../../../src/charts/chart-option.js'
import { DAY_MINUTES, HOUR_MINUTES } from '../../../src/domain/clock.js'
import type { EffectReason } from '../../../src/domain/insights/effect/effect-facts.js'
import type { DigestFacts, Facts, ReportCardFacts } from '../../../src/domain/notifications/facts.js'
import { createRenderer } from '../../../src/messages/notifications/render.js'
import { SOME_FACTS } from '../../bot/notifications/posting.js'
import { openScene, START } from '../months/simulated.js'

const CARD: ReportCardFacts = { ...SOME_FACTS.reportDay, updatedAt: START, newer: [] }

async function openGame() {
  const { store, game } = await openScene()
  const account = await store.accounts.byId(game.accountId)
  if (account === undefined) throw new Error('The scene has an account.')
  return { store, account, game }
}

/** The text of a report, and its chart for a game with 100 players at each minute. */
async function rendered(facts: ReportCardFacts | DigestFacts) {
  const { account, game } = await openGame()
  let drawn: ChartInput | undefined
  const render = createRenderer({
    readLine: async (_, __, { from, until }) => {
      const minutes = Int32Array.from({ length: until - from }, (_, index) => from + index)
      return { minutes, values: new Float64Array(minutes.length).fill(100), interval: 1 }
    },
    paint: async (input) => {
      if (!('kind' in input)) drawn = input
      return Buffer.alloc(0)
    },
    readIcon: async () => undefined,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  })
  const format = {
    time: (ms: number) => `${ms}`,
    date: (ms: number) => `${ms}`,
    name: (name: string) => name,
    channel: (id: string) => id,
  }
  const about = { notification: { id: 1, occurredAt: START + DAY_MINUTES }, facts, game, account, namedGames: [game] }
  const { text } = await render({ ...about, language: 'en-US', timeZone: 'UTC', format })
  return { text, drawn }
}

test('an effect is stated with its range and what Roblox as a whole did', async () => {
  const { text } = await rendered(CARD)
  expect(text).toContain(
    '**More players: +19.0% (between +11.0% and +28.0%)** compared with what would have come without',
  )
  expect(text).toContain('Roblox as a whole: +2.0%.')
  expect(text).not.toContain('had begun before')
})

test('a market that is not known is stated, and so is a change that began before the update', async () => {
  const effect = { change: -0.12, low: -0.2, high: -0.03 }
  const { text } = await rendered({ ...CARD, outcome: 'fewer', effect, market: null, beganBefore: true })
  expect(text).toContain('**Fewer players: -12.0% (between -20.0% and -3.0%)**')
  expect(text).toContain('How Roblox as a whole did is not known')
  expect(text).toContain('The change had begun before the update.')
})

test('no clear change says how far the game differs anyway', async () => {
  const effect = { change: 0.02, low: -0.05, high: 0.09 }
  const { text } = await rendered({ ...CARD, outcome: 'no_clear_change', effect })
  expect(text).toContain('**No clear change: +2.0% (between -5.0% and +9.0%)**')
  expect(text).toContain('differs as much without updates')
})

test('players who differ clearly, but not from the update on, are not called no change [INSIGHTS-56]', async () => {
  const effect = { change: -0.167, low: -0.264, high: -0.058 }
  const { text } = await rendered({ ...CARD, outcome: 'no_clear_change', effect })
  expect(text).not.toContain('No clear change')
  expect(text).toContain('**Not clearly the update: -16.7% (between -26.4% and -5.8%)** players')
  expect(text).toContain('they did not change clearly at the update itself')
})

test.each([
  ['outage', 'an outage of Roblox'],
  ['another update', 'another update came'],
  ['no data before', 'too little was measured before'],
  ['no data after', 'too little was measured after'],
  ['too few players', 'too few players'],
  ['unusual hours', 'unusual for this game'],
] as const satisfies readonly (readonly [EffectReason, string])[])(
  'what is unknown because of “%s” says so, and claims nothing [INSIGHTS-41]',
  async (reason, phrase) => {
    const unknown = { outcome: 'cannot_tell', reason, effect: null, observed: null, market: null } as const
    const { text } = await rendered({ ...CARD, ...unknown })
    expect(text).toContain(`**Cannot tell:** `)
    expect(text).toContain(phrase)
    expect(text).not.toMatch(/More players|Fewer players|No clear change/)
  },
)

test('the chart has the line “Expected without the update” with its range', async () => {
  const hours = [110, 120, null, 130]
  const line = {
    ...{ from: START + 30, step: HOUR_MINUTES, expected: hours },
    ...{ low: hours.map((hour) => hour && hour - 10), high: hours.map((hour) => hour && hour + 10) },
  }
  const { drawn } = await rendered({ ...CARD, line })
  if (drawn === undefined) throw new Error('No chart was drawn.')
  const { option } = chartOption(drawn)
  const lines = [option.series ?? []].flat()
  const expected = lines.find(({ name }) => name === 'Expected without the update')
  expect(expected).toMatchObject({ lineStyle: { type: [5, 4] } })
  expect(expected?.data).toEqual([0, 1, 2, 3].map((hour) => [(line.from + hour * 60) * 60_000, hours[hour] ?? '-']))
  expect(JSON.stringify(option.legend ?? option.title)).toContain('Expected without the update')
  const without = await rendered({ ...CARD, line: null })
  expect(without.drawn?.expected).toBeUndefined()
})

test.each([
  ['better', 'more', '**More players** than in the same hours of the weeks before.'],
  ['worse', 'fewer', '**Fewer players** than in the same hours'],
  ['same', 'no_clear_change', '**As many players** as in the same hours'],
  ['unknown', 'cannot_tell', '**Cannot tell:** too little was measured before the update.'],
] as const)(
  'a report that an earlier version stored as “%s” is read as %s and reported',
  async (was, outcome, phrase) => {
    const { store, game } = await openGame()
    const { outcome: _, reason: __, effect: ___, observed, market, beganBefore, line, ...rest } = CARD
    const stored = { ...rest, verdict: was, unknownBecause: was === 'unknown' ? 'no data before' : null }
    const about = { gameId: game.id, accountId: game.accountId, kind: 'report_card' as const, occurredAt: START }
    await store.outbox.add({ ...about, subject: 'a', facts: stored as unknown as Facts }, 0)
    const [found] = await store.outbox.list({ limit: 1 })
    const facts = found?.facts as ReportCardFacts
    expect(facts).toEqual({
      ...rest,
      ...{ outcome, reason: stored.unknownBecause, effect: null, observed: null, market: null },
      ...{ beganBefore: false, line: null },
    })
    expect((await rendered(facts)).text).toContain(phrase)
  },
)

test('a digest says which rule alerted, at which value and until when, and why nothing was measured [NOTIFY-14]', async () => {
  const alert = { kind: 'alert', at: START, metric: 'ccu', condition: { is: 'below', value: 500 }, value: 420 } as const
  const silence = { kind: 'incident', at: START, what: 'no_data', until: START + 90 } as const
  const events = [
    { ...alert, until: START + 45 },
    { ...alert, condition: { is: 'unusual', by: -30 } as const, until: null },
    { ...silence, reason: 'not running' } as const,
    { ...silence, reason: 'headcount' } as const,
  ]
  const { text } = await rendered({ ...SOME_FACTS.digestDay, happened: { events, more: 0 } })
  expect(text).toMatch(/an alert, “[^”]*500[^”]*”: 420 until \d+/)
  expect(text).toMatch(/an alert, “[^”]*30%[^”]*”: 420 and not over yet/)
  expect(text).toContain(': Headcount was not running')
  expect(text).toContain(': Headcount itself had no data')
})
