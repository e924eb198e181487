// Waits until the bot has done what a test gave it reason to do, so that a test can also say what it did not do.
import { expect } from 'vitest'
import type { CompositionRoot } from '../../src/compose.js'
import type { Services } from '../../src/services/services.js'
import type { BotFixture } from './scene.js'

/** A server that the bot does not know: it is used there as a person's own app. */
const ELSEWHERE = { guildId: '200000000000000099', integrationOwners: 'user' } as const

/** How often the bot checked its panels and counters, and how often it delivered notifications. */
export class PassCounts {
  checksBegun = 0
  deliveriesBegun = 0
  deliveriesEnded = 0

  /** Each check begins with a question for the newest tick, which no other part of the bot asks for. */
  checksOf(services: Services): Services {
    const { live } = services
    const lastTick = () => {
      this.checksBegun++
      return live.lastTick()
    }
    return { ...services, live: { ...live, lastTick } }
  }

  deliveriesOf(deliver: ReturnType<CompositionRoot['createDelivery']>): ReturnType<CompositionRoot['createDelivery']> {
    return (stop) => {
      this.deliveriesBegun++
      return deliver(stop).finally(() => this.deliveriesEnded++)
    }
  }
}

const soon = (count: () => number) => expect.poll(count, { timeout: 60_000, interval: 20 })

/** Resolves when a whole check of panels and counters that began after the call has ended, with all that it started. */
export async function nextCheck({ passes, bot }: BotFixture): Promise<void> {
  const before = passes.checksBegun
  // Checks do not overlap, so the one after the next shows that the next one has started all of its work.
  await soon(() => passes.checksBegun).toBeGreaterThan(before + 1)
  await bot().idle()
}

/** Resolves when a whole delivery that began after the call has ended. */
export async function nextDelivery({ passes }: BotFixture): Promise<void> {
  const before = passes.deliveriesBegun
  await soon(() => passes.deliveriesEnded).toBeGreaterThan(before)
}

/** Resolves when the bot has received all that happened in Discord before, and has ended what it does because of it. */
export async function heard({ double, bot }: BotFixture): Promise<void> {
  // Discord sends its events in order, so an answer shows that everything before was received.
  await double.slash({ command: 'help', ...ELSEWHERE }).done()
  await bot().idle()
}
