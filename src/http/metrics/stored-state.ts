// Shows what the database holds at the moment of the request. While it does not answer, these figures are missing.
import { Gauge, type Registry } from 'prom-client'
import { BACKUP_STATES } from '../../services/operator/copies/report-backups.js'
import { INTEGRITY_STATES } from '../../services/reading/check-health.js'
import type { Services } from '../../services/services.js'
import type { MetricsPart } from './parts.js'

export function storedState(registry: Registry, { measureProcess }: Services): MetricsPart {
  const gauge = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Gauge({ name: `headcount_${name}`, help, labelNames, registers: [registry] })
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
  const update = async (): Promise<void> => {
    const state = await measureProcess.stored()
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
  const clear = (): void => {
    for (const labeled of [outbox, backup, integrity]) labeled.reset()
    for (const single of [games, size, lastTick, lastBackup, manual, tested, passed]) single.remove()
  }
  return { update, clear }
}
