// Shows what the process is like at the moment of the request: its parts, its queues and its database.
import { Gauge, type Registry } from 'prom-client'
import { ADDRESS_STATES, PLATFORM_STATES } from '../../domain/ports/platform.js'
import { CLOCK_STATES } from '../../domain/time/clock-check.js'
import { BACKUP_STATES } from '../../services/operator/backups.js'
import { INTEGRITY_STATES } from '../../services/reading/check-health.js'
import type { Services } from '../../services/services.js'

const POLLER_STATES = ['off', 'waiting', 'running', 'failing', 'overdue']
const DISCORD_STATES = ['off', 'connecting', 'ready', 'reconnecting', 'failed', 'stopped']

/** Returns what reads the state again. */
export function processState(registry: Registry, { measureProcess }: Services): () => Promise<void> {
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
  const outbox = gauge('outbox_notifications', 'Notifications not sent yet: waiting or being sent.', ['state'])
  const games = gauge('games', 'Games that are tracked, each counted once.')
  const size = gauge('database_bytes', 'Size of the database.')
  const lastTick = gauge('last_tick_timestamp_seconds', 'The minute of the last stored tick; 0 if there was none.')
  const lastBackup = gauge(
    'last_backup_timestamp_seconds',
    'When the newest scheduled backup that lies in its folder was begun; without a schedule, when the last by hand was complete. 0 if none is known.',
  )
  const manual = gauge(
    'last_manual_backup_timestamp_seconds',
    'When the last backup by hand was complete; 0 if none is known.',
  )
  const backup = gauge('backup_state', 'The state of scheduled backups: 1 for the current one, else 0.', ['state'])
  const integrity = gauge(
    'integrity_state',
    'What the last verification of the database found: 1 for the current state, else 0.',
    ['state'],
  )
  const tested = gauge('last_restore_test_timestamp_seconds', 'When a copy was last restored as a test; 0 if none was.')
  const passed = gauge('last_restore_test_passed', 'Whether the copy held everything: 1, else 0.')
  const address = gauge('poller_address_state', 'The state of each local address: 1 for the current one, else 0.', [
    'address',
    'state',
  ])
  const left = gauge(
    'poller_address_universes_left',
    'How many universes the rate limits of each local address still allow in this minute; missing while unknown.',
    ['address'],
  )
  return async () => {
    const state = await measureProcess.state()
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
    outbox.set({ state: 'waiting' }, state.notifications.pending)
    outbox.set({ state: 'sending' }, state.notifications.claimed)
    games.set(state.games)
    size.set(state.databaseBytes)
    lastTick.set((state.lastTickAt ?? 0) / 1000)
    lastBackup.set((state.lastBackupAt ?? 0) / 1000)
    manual.set((state.lastManualBackupAt ?? 0) / 1000)
    for (const name of BACKUP_STATES) backup.set({ state: name }, Number(name === state.backups.state))
    for (const name of INTEGRITY_STATES) integrity.set({ state: name }, Number(name === state.integrity.state))
    tested.set((state.backups.restoreTest?.at ?? 0) / 1000)
    passed.set(Number(state.backups.restoreTest?.passed ?? false))
  }
}
