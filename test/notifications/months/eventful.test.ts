// The simulator's own history, with updates and outages: each is notified as what it is, and evaluating again gives the same bytes.
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MINUTES, type Minute } from '../../../src/domain/clock.js'
import type { ReportCardFacts } from '../../../src/domain/notifications/facts.js'
import { DEFAULT_RULE } from '../../../src/domain/notifications/settings.js'
import { nextDip } from '../../../src/simulator/world/dips.js'
import { lastUpdate } from '../../../src/simulator/world/updates.js'
import { prepare } from '../evaluation.js'
import { type Cause, lifeOf, type SimulatedHistory } from './life.js'
import { START } from './simulated.js'

const GAMES = Number(process.env.EVENTFUL_GAMES ?? 3)
const DAYS = Number(process.env.EVENTFUL_DAYS ?? 10)
const FROM = START
const UNTIL = START + DAYS * DAY_MINUTES
const SEED = 1

function updatesOf({ worlds }: SimulatedHistory): Cause[] {
  return worlds.flatMap((world, game) => {
    const found: Cause[] = []
    for (let at = lastUpdate(world, UNTIL - 1); at >= FROM; at = lastUpdate(world, at - 1))
      found.push({ game, from: at, until: at + 1, isUpdate: true })
    return found.reverse()
  })
}

/** Also alerts about falls of a fifth, because more alerts make a better comparison. */
const WATCHFUL = { ...DEFAULT_RULE, condition: { is: 'changed', by: -20, unit: 'percent' }, readings: 3 } as const

test(`${DAYS} eventful days of ${GAMES} games`, { timeout: 1_800_000 }, async () => {
  const options = { games: GAMES, from: FROM - 8 * DAY_MINUTES, until: UNTIL, isEventful: true }
  const life = { ...lifeOf(options), causes: updatesOf(lifeOf(options)) }
  const digest = { every: 'day', weekday: 1, at: 9 * 60, timeZone: 'America/New_York' } as const
  const prepared = await prepare({ life, evaluatedFrom: FROM, rules: [DEFAULT_RULE, WATCHFUL], digest })
  onTestFinished(() => prepared.close())
  const notifications = await prepared.evaluate()
  const of = (...kinds: readonly string[]) => notifications.filter(({ kind }) => kinds.includes(kind))
  console.log(
    `${DAYS} eventful days of ${GAMES} games: ${['alert', 'platform_drop', 'report_card', 'digest'].map((kind) => `${of(kind).length} × ${kind}`).join(', ')}`,
  )

  // Each outage of the platform is notified once, and no game has an alert during it.
  const dips: Minute[] = []
  for (let dip = nextDip(SEED, FROM); dip.to < UNTIL; dip = nextDip(SEED, dip.from + 1)) dips.push(dip.from)
  const posts = of('platform_drop').filter(({ follows }) => follows === undefined)
  expect(
    // An edit and a reply continue the message of the beginning.
    posts.map(({ occurredAt }) => dips.find((dip) => occurredAt >= dip && occurredAt < dip + 10)),
  ).toEqual(dips)
  for (const { occurredAt } of of('alert'))
    expect(dips.some((dip) => occurredAt >= dip && occurredAt < dip + 60)).toBe(false)
  // Exactly the updates have report cards, as far as these are due.
  const cards = of('report_card').map(
    ({ gameId, facts }) => `${gameId} ${(facts as ReportCardFacts).stage} ${(facts as ReportCardFacts).updatedAt}`,
  )
  const due = life.causes.flatMap(({ game, from }) =>
    [['1h', 60] as const, ['24h', DAY_MINUTES] as const, ['7d', 7 * DAY_MINUTES] as const]
      .filter(([, length]) => from + length < UNTIL)
      .map(([stage]) => `${prepared.games[Number(game)]?.id} ${stage} ${from}`),
  )
  expect(cards.sort()).toEqual(due.sort())
  expect(of('digest')).toHaveLength(DAYS * GAMES)

  let random = 11
  const ends: Minute[] = []
  for (let end = FROM; end < UNTIL - 1; end += 1 + (random % (ends.length % 3 === 0 ? 3 : 4_000))) {
    random = (random * 16_807) % 2_147_483_647
    ends.push(end)
  }
  expect(JSON.stringify(await prepared.evaluate(ends))).toBe(JSON.stringify(notifications))
})
