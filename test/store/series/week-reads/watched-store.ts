// A store of its own file in which a test sees what is read of the weeks.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { MINUTE_MS, type Minute } from '../../../../src/domain/clock.js'
import { type ActivityEvent, createActivity } from '../../../../src/domain/ports/activity.js'
import { openStore } from '../../../../src/store/open-store.js'

/** Its clock stays at the minute, or follows it. `watch` returns what is read of the weeks from then on. */
export async function openWatchedStore(minute: Minute | (() => Minute)) {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-watched-'))
  const file = join(folder, 'headcount.db')
  const activity = createActivity()
  const now = (): number => (typeof minute === 'number' ? minute : minute()) * MINUTE_MS
  const clock = { now, monotonic: now }
  const store = await openStore(`file:${file}`, { clock, clockState: () => 'correct', activity })
  onTestFinished(async () => {
    store.close()
    await rm(folder, { recursive: true })
  })
  const watch = (): readonly ActivityEvent[] => {
    const weekReads: ActivityEvent[] = []
    activity.subscribe((event) => {
      if (event.type === 'cache read' && event.cache === 'weeks') weekReads.push(event)
    })
    return weekReads
  }
  return { store, file, watch }
}
