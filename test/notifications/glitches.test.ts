// Months of games on a platform with glitches: each real outage is notified once, in order, and nothing else is notified.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MINUTES, HOUR_MINUTES, type Minute } from '../../src/domain/clock.js'
import type { Gap, GapReason } from '../../src/domain/gap.js'
import type { PlatformIncidentFacts, StatusFacts } from '../../src/domain/notifications/facts.js'
import { DEFAULT_PLANS } from '../../src/domain/plan.js'
import { type Block, joinBlocks } from '../../src/domain/sample.js'
import { createEvaluateTicks } from '../../src/services/notifications/evaluate-ticks.js'
import { openStore } from '../../src/store/open-store.js'
import { addGame, blockOf, createAccount, NOW, record, sample } from '../store/contract/support.js'
import { interrupted } from './interrupt.js'
import { never, START } from './months/simulated.js'

const GAMES = Number(process.env.GLITCH_GAMES ?? 4)
const DAYS = Number(process.env.GLITCH_DAYS ?? 8)
const MONTHS = (GAMES * DAYS) / 30
const MAX_FALSE_POSTS = 0.1
const GUILD = '900'
const clock = { now: () => NOW, monotonic: () => NOW }

interface Outage {
  /** Null for an outage of the platform. */
  readonly game: number | null
  readonly from: Minute
  readonly until: Minute
  readonly reason: GapReason
}

/** A seeded generator of random numbers, so that the months are the same in each run. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** For each week one outage of a game, one of the platform, and one of Headcount itself, far apart from each other. */
function outages(): Outage[] {
  const found: Outage[] = []
  const add = (day: number, minutes: number, reason: GapReason, game: number | null): void => {
    const from = START + day * DAY_MINUTES + 10 * HOUR_MINUTES
    if (day < DAYS) found.push({ from, until: from + minutes, reason, game })
  }
  for (let week = 0; week * 7 < DAYS; week++) {
    add(week * 7 + 1, 92, week % 2 === 0 ? 'hidden' : 'gone', 1 + (week % GAMES))
    add(week * 7 + 3, week % 2 === 0 ? 45 : 75, week % 2 === 0 ? 'hidden' : 'platform error', null)
    add(week * 7 + 5, 80, 'not running', null)
  }
  return found
}

const absences = outages()

/** Why a game has no sample at a minute; undefined if it has one. */
function worldOf(id: number): (minute: Minute) => GapReason | undefined {
  const glitches = new Map<Minute, GapReason>()
  const [shared, own] = [randomOf(1), randomOf(1_000 + id)]
  for (let minute = START; minute < START + DAYS * DAY_MINUTES; minute++) {
    // Three times a day all games get a placeholder, each game also gets some of its own, and calls fail for minutes.
    if (shared() < 3 / DAY_MINUTES) glitches.set(minute, 'hidden')
    if (own() < 5 / DAY_MINUTES) glitches.set(minute, 'hidden')
    if (own() < 2 / DAY_MINUTES)
      for (let more = 0; more < own() * 20; more++) glitches.set(minute + more, 'platform error')
    if (own() < 1 / DAY_MINUTES) glitches.set(minute, 'gone')
  }
  return (minute) => {
    const absence = absences.find((one) => (one.game ?? id) === id && minute >= one.from && minute < one.until)
    return absence?.reason ?? glitches.get(minute)
  }
}

async function writeMonths(file: string): Promise<void> {
  const store = await openStore(`file:${file}`, { clock })
  const account = await createAccount(store, { plan: 'enterprise' })
  await store.guilds.link({ guildId: GUILD, accountId: account.id, linkedAt: NOW })
  const gaps: Gap[] = []
  for (let id = 1; id <= GAMES; id++) {
    const game = await addGame(store, account.id, id, { channelId: `${id}`, createdAt: 0 })
    await store.routes.put({ gameId: game.id, kind: 'status', channelId: null, enabled: true, digest: null })
    const reasonAt = worldOf(id)
    const blocks: Block[] = []
    for (let day = 0; day < DAYS; day++) {
      const minutes = Array.from({ length: DAY_MINUTES }, (_, index) => START + day * DAY_MINUTES + index)
      blocks.push(
        blockOf(
          id,
          minutes.filter((minute) => reasonAt(minute) === undefined).map((minute) => sample(id, minute, 50)),
        ),
      )
      for (const minute of minutes) {
        const reason = reasonAt(minute)
        const last = gaps.at(-1)
        if (reason === undefined) continue
        if (last?.universeId === id && last.until === minute && last.reason === reason)
          gaps[gaps.length - 1] = { ...last, until: minute + 1 }
        else gaps.push({ universeId: id, from: minute, until: minute + 1, reason })
      }
    }
    await store.series.importBlock(joinBlocks(id, blocks))
  }
  await record(store, START + DAYS * DAY_MINUTES, { gaps })
  const nothing = { notifications: [], events: [], states: [], createdAt: NOW }
  await store.evaluations.commit({ ...nothing, after: undefined, cursor: START - 1 })
  store.close()
}

/** Evaluates the months with many restarts of the service. */
async function evaluated(file: string) {
  for (let round = 0; ; round++) {
    const store = await openStore(`file:${file}`, { clock })
    const evaluateTicks = createEvaluateTicks({ store, clock, plans: DEFAULT_PLANS })
    const { errors } = round < 6 ? await interrupted(store, evaluateTicks) : await evaluateTicks({ stop: never })
    expect(errors).toEqual([])
    const found = (await store.outbox.list({ limit: 100_000 })).reverse()
    store.close()
    if (round === 6) return found
  }
}

test('months of glitches cause no post, and each incident one message and one reply [INSIGHTS-50, INSIGHTS-51]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-glitches-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeMonths(join(folder, 'headcount.db'))
  const notifications = await evaluated(join(folder, 'headcount.db'))
  const posts = notifications.filter(({ follows }) => follows?.as !== 'edit')
  const causeOf = (facts: StatusFacts | PlatformIncidentFacts, game: number): Outage | undefined =>
    absences.find(
      (one) =>
        (one.game === null || one.game === game) &&
        Math.abs(one.from - facts.since) <= 20 &&
        one.from < (facts.until ?? Number.POSITIVE_INFINITY),
    )
  const causes = posts.map(({ facts, gameId }) => causeOf(facts as StatusFacts, gameId))
  const falsePosts = causes.filter((cause) => cause === undefined).length
  console.info(`${MONTHS} game-months, ${absences.length} incidents: ${posts.length} posts, ${falsePosts} false`)
  expect(falsePosts).toBeLessThanOrEqual(MAX_FALSE_POSTS * MONTHS)
  for (const absence of absences) {
    const ofIt = posts.filter((_, index) => causes[index] === absence)
    expect(ofIt.length, JSON.stringify(absence)).toBeGreaterThanOrEqual(1)
    expect(ofIt.length, JSON.stringify(absence)).toBeLessThanOrEqual(absence.reason === 'not running' ? 1 : 2)
  }
  expect(posts.map(({ occurredAt }) => occurredAt)).toEqual(
    posts.map(({ occurredAt }) => occurredAt).sort((a, b) => a - b),
  )
  expect(new Set(posts.map(({ gameId, kind, subject }) => `${gameId} ${kind} ${subject}`)).size).toBe(posts.length)
}, 500_000)
