// Writes the past of the demo into its database: the samples as an import does, and then real ticks and evaluations at
// the minutes in which something happened, so that everything else arises as in a real installation.
import type { Outbox } from '../domain/notifications/outbox.js'
import type { SeriesStore } from '../domain/ports/series.js'
import type { Services } from '../services/services.js'
import type { SimulatorHandle } from '../simulator/simulator.js'
import { writeHistory } from '../simulator/write-history.js'
import { createDemoAccount, type DemoAccount, writeRevenue, writeUsage } from './account.js'
import { isDuring, type Story } from './story.js'
import type { StoryClock } from './story-clock.js'
import { type StoryTick, ticksOf } from './ticks.js'

export interface StoryDeps {
  readonly services: Services
  readonly store: { readonly series: SeriesStore; readonly outbox: Outbox }
  readonly simulator: SimulatorHandle
  readonly clock: StoryClock
  /** Receives the completed fraction, from 0 to 1. */
  readonly progress: (part: number) => void
}

/** The part of the progress that the samples are. */
const SAMPLES_PART = 0.6

export async function writeStory(deps: StoryDeps, story: Story): Promise<DemoAccount> {
  const { services, store, simulator, clock, progress } = deps
  const { world } = simulator
  clock.set(story.from)
  const demo = await createDemoAccount(services, world)
  const { from, until, missing } = story
  await writeHistory(store.series, world, {
    from,
    until,
    isMissing: (index, minute) =>
      missing.some((time) => isDuring(time, minute) && (time.game === undefined || time.game === index)),
    progress: (part) => progress(part * SAMPLES_PART),
  })
  const ticks = ticksOf(world, story)
  for (const [index, tick] of ticks.entries()) {
    clock.set(tick.minute)
    await runTick(deps, tick)
    progress(SAMPLES_PART + ((index + 1) / ticks.length) * (1 - SAMPLES_PART))
  }
  await writeUsage(services, demo, { story, clock })
  await writeRevenue(services, demo, { story, world })
  return demo
}

async function runTick({ services, store, simulator, clock }: StoryDeps, tick: StoryTick): Promise<void> {
  const stop = new AbortController().signal
  const { missing } = tick
  const hidden = missing?.game === undefined ? undefined : simulator.world.games[missing.game]?.universeId
  if (hidden !== undefined) simulator.hidden.add(hidden)
  // A response that is not worth another try, so that no time is lost with waiting.
  else if (missing) simulator.settings.intercept = () => ({ status: 403, body: 'Forbidden' })
  await services.sampleTick({ stop, passedOver: tick.passedOver })
  simulator.settings.intercept = undefined
  if (hidden !== undefined) simulator.hidden.delete(hidden)
  if (!tick.isEvaluated) return
  const { errors } = await services.evaluateTicks({ stop })
  if (errors.length > 0) throw errors[0]
  await markAsSent(store.outbox, clock.now())
}

/** The demo has no Discord: its notifications count as sent when they arose, so that none looks like a failure. */
async function markAsSent(outbox: Outbox, now: number): Promise<void> {
  for (;;) {
    const due = await outbox.due(now)
    if (due.length === 0) return
    for (const { notification, channelId } of due) {
      const claimed = await outbox.claim(notification.id, channelId, now)
      if (claimed) await outbox.recordOutcome(claimed, { state: 'sent', messageId: null })
    }
  }
}
