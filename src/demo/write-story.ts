// Writes the past of the demo into its database: the samples as an import does, and then real ticks and evaluations at
// the minutes in which something happened, so that everything else arises as in a real installation.
import { msOf, WEEK_MINUTES } from '../domain/clock.js'
import type { Outbox } from '../domain/notifications/outbox.js'
import type { MarketStore } from '../domain/ports/market.js'
import type { SeriesStore } from '../domain/ports/series.js'
import type { Services } from '../services/services.js'
import type { SimulatorHandle } from '../simulator/simulator.js'
import { writeHistory } from '../simulator/write-history.js'
import { addOtherGames, createDemoAccount, type DemoAccount, isInStory, writeRevenue, writeUsage } from './account.js'
import { isDuring, type MissingTime, type Story } from './story.js'
import type { StoryClock } from './story-clock.js'
import { type StoryTick, ticksOf } from './ticks.js'
import { marketWriter } from './write-market.js'

export interface StoryDeps {
  readonly services: Services
  readonly store: { readonly series: SeriesStore; readonly outbox: Outbox; readonly market: MarketStore }
  readonly simulator: SimulatorHandle
  readonly clock: StoryClock
  /** Receives the completed fraction, from 0 to 1. */
  readonly progress: (part: number) => void
}

/** The part of the progress that the samples are. */
const SAMPLES_SHARE = 0.6

/** A time without data concerns only games that were tracked then. */
const isMissingFor = ({ game }: MissingTime, index: number): boolean =>
  game === undefined ? isInStory(index) : game === index

export async function writeStory(deps: StoryDeps, story: Story): Promise<DemoAccount> {
  const { services, store, simulator, clock, progress } = deps
  const { world } = simulator
  clock.set(story.from)
  let demo = await createDemoAccount(services, world)
  const { from, until, missing } = story
  await writeHistory(store.series, world, {
    from,
    until,
    isMissing: (index, minute) => missing.some((time) => isDuring(time, minute) && (time.game ?? index) === index),
    progress: (part) => progress(part * SAMPLES_SHARE),
  })
  const writeMarket = marketWriter(store.market, world, story)
  let evaluated = from
  for (const tick of ticksOf(world, story)) {
    clock.set(tick.minute)
    if (tick.minute === story.othersAdded) {
      demo = await addOtherGames(services, demo, world)
      await recordEarlierGaps(deps, story)
    }
    await (tick.since < tick.minute ? recordMiddle(deps, tick) : runTick(deps, tick))
    if (tick.minute > from && tick.minute - evaluated < WEEK_MINUTES && tick.minute < until - 1) continue
    await writeMarket(tick.minute)
    await evaluate(deps)
    evaluated = tick.minute
    progress(SAMPLES_SHARE + ((tick.minute + 1 - from) / (until - from)) * (1 - SAMPLES_SHARE))
  }
  await markAsSent(store.outbox, demo)
  await writeMarket(until)
  await writeUsage(services, demo, { story, clock })
  await writeRevenue(services, demo, { story, world })
  return demo
}

async function runTick({ services, simulator }: StoryDeps, tick: StoryTick): Promise<void> {
  const stop = new AbortController().signal
  const { missing } = tick
  const hidden = missing?.game === undefined ? undefined : simulator.world.games[missing.game]?.universeId
  if (hidden !== undefined) simulator.hidden.add(hidden)
  // A response that the client does not retry, so that the demo loses no time.
  else if (missing) simulator.settings.intercept = () => ({ status: 403, body: 'Forbidden' })
  await services.sampleTick({ stop, passedOver: tick.passedOver })
  simulator.settings.intercept = undefined
  if (hidden !== undefined) simulator.hidden.delete(hidden)
}

/** Writes what the ticks in the middle of a time that cannot be measured would have stored one by one. */
async function recordMiddle({ store, simulator }: StoryDeps, { minute, since, missing }: StoryTick): Promise<void> {
  if (missing === undefined) return
  const { reason } = missing
  const universes = simulator.world.games.filter((_, index) => isMissingFor(missing, index))
  await store.series.recordTick({
    minute,
    samples: [],
    gaps: universes.map(({ universeId }) => ({ universeId, from: since, until: minute + 1, reason })),
    facts: [],
    schedules: [],
    cursor: { minute, clockWasWrong: false },
  })
}

/** The history of the games that were added later has the same gaps, and the same reasons. */
async function recordEarlierGaps(
  { store, simulator }: StoryDeps,
  { missing, othersAdded: minute }: Story,
): Promise<void> {
  const others = simulator.world.games.filter((_, index) => !isInStory(index))
  const times = missing.filter(({ game }) => game === undefined)
  await store.series.recordTick({
    minute,
    samples: [],
    gaps: others.flatMap(({ universeId }) =>
      times.map(({ from, until, reason }) => ({ universeId, from, until, reason })),
    ),
    facts: [],
    schedules: [],
    cursor: { minute: minute - 1, clockWasWrong: false },
  })
}

async function evaluate({ services }: StoryDeps): Promise<void> {
  const { errors, failure } = await services.evaluateTicks({ stop: new AbortController().signal })
  const [first = failure] = errors
  if (first !== undefined) throw first
}

/** More notifications than the story causes. */
const MAX_NOTIFICATIONS = 2_000

/** The demo has no Discord: its notifications count as sent when they arose, so that none looks like a failure. */
async function markAsSent(outbox: Outbox, { account, games }: DemoAccount): Promise<void> {
  const channels = new Map([...games.values()].map(({ id, channelId }) => [id, channelId]))
  const pending = await outbox.list({ accountId: account.id, states: ['pending'], limit: MAX_NOTIFICATIONS })
  for (const { id, gameId, occurredAt } of pending.reverse()) {
    const claimed = await outbox.claim(id, channels.get(gameId) ?? null, msOf(occurredAt))
    if (claimed) await outbox.recordOutcome(claimed, { state: 'sent', messageId: null })
  }
}
