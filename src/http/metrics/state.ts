// Shows how the parts of the process are at the moment of the request, whether or not its database answers.
import { Gauge, type Registry } from 'prom-client'
import { ADDRESS_STATES, PLATFORM_STATES } from '../../domain/ports/platform.js'
import { CLOCK_STATES } from '../../domain/time/clock-check.js'
import type { Services } from '../../services/services.js'
import type { MetricsPart } from './parts.js'

const POLLER_STATES = ['off', 'waiting', 'running', 'failing', 'overdue']
const DISCORD_STATES = ['off', 'connecting', 'ready', 'reconnecting', 'failed', 'stopped']

export function processState(registry: Registry, { measureProcess }: Services): MetricsPart {
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name: `headcount_${name}`, help, labelNames, registers: [registry] })
  const poller = gauge('poller_state', 'The state of the sampling: 1 for the current one, else 0.', ['state'])
  const platform = gauge('platform_state', 'How calls for samples fare: 1 for the current state, else 0.', ['state'])
  const failingSince = gauge(
    'platform_failing_since_timestamp_seconds',
    'Since when calls for samples fail without a break; 0 while they do not.',
  )
  const clock = gauge(
    'clock_state',
    "Whether the clock agrees with the platform's (correct) or differs by more than two minutes (wrong): 1 for the current state, else 0.",
    ['state'],
  )
  const skew = gauge(
    'clock_skew_seconds',
    'The clock of the platform minus that of this machine, as last measured: negative where that of this machine is ahead. Missing while unknown.',
  )
  const discord = gauge('discord_state', 'The state of the bot: 1 for the current one, else 0.', ['state'])
  const address = gauge('poller_address_state', 'The state of each local address: 1 for the current one, else 0.', [
    'address',
    'state',
  ])
  const left = gauge(
    'poller_address_universes_left',
    'How many universes the rate limits of each local address still allow in this minute; missing while unknown.',
    ['address'],
  )
  const update = async (): Promise<void> => {
    const state = measureProcess.own()
    for (const name of POLLER_STATES) poller.set({ state: name }, Number(name === state.poller.state))
    for (const name of PLATFORM_STATES) platform.set({ state: name }, Number(name === state.platform.state))
    failingSince.set((state.platform.since ?? 0) / 1000)
    left.reset()
    for (const one of state.addresses) {
      for (const name of ADDRESS_STATES) address.set({ address: one.address, state: name }, Number(name === one.state))
      if (one.universesLeft !== undefined) left.set({ address: one.address }, one.universesLeft)
    }
    for (const name of CLOCK_STATES) clock.set({ state: name }, Number(name === state.clock.state))
    // A gauge without labels begins at 0.
    if (state.clock.skewMs === undefined) skew.remove()
    else skew.set(state.clock.skewMs / 1000)
    for (const name of DISCORD_STATES) discord.set({ state: name }, Number(name === state.bot.state))
  }
  return { update, clear: () => undefined }
}
