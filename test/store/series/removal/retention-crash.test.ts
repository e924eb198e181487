// After kill -9 during retention or restoring, each week is complete or can be restored.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { DAY_MINUTES, minuteOf } from '../../../../src/domain/clock.js'
import { startStoreProcess } from '../../start-store-process.js'
import { EVERYTHING, oldSamples, openAgingStore, readAll } from '../aging-store.js'

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 3)
const UNIVERSES = Array.from({ length: 8 }, (_, index) => index + 1)
/** Half of the weeks that are due. */
const MAX_WEEKS = 28

it(
  `loses nothing, ${ROUNDS} times over`,
  async () => {
    const aging = await openAgingStore(UNIVERSES)
    const thinnedWeeks = (): number => aging.rows('SELECT key FROM rollup WHERE slot > 1').length
    let interrupted = 0
    for (let round = 0; round < ROUNDS; round++) {
      for (const verb of ['thin', 'restore']) {
        const before = thinnedWeeks()
        const now = minuteOf(aging.clock.now()) + round * DAY_MINUTES
        aging.close()
        const other = await startStoreProcess(aging.file, `${verb} ${now}`, 'store/series/removal/retention-process.ts')
        other.go()
        // The process is killed after a random part of its work.
        const some = 1 + Math.floor(Math.random() * MAX_WEEKS)
        const enough = verb === 'thin' ? some : Math.min(some, before / 2)
        const isDone = other.finished.then(() => true)
        while (Math.abs(thinnedWeeks() - before) < enough) if (await Promise.race([isDone, sleep(1, false)])) break
        other.kill()
        const { lines, errors } = await other.finished
        expect(errors).toBe('')
        if (!lines.includes('done')) interrupted++
        expect(aging.rows('PRAGMA integrity_check')).toEqual(['ok'])
        // Exactly those weeks are thinned out whose removed samples are stored.
        const weeks = aging.rows(
          'SELECT s.universe_id, r.key % 1000000 - 500000 FROM rollup r JOIN series s ON s.number = r.key / 1000000 WHERE r.slot > 1 ORDER BY 1, 2',
        )
        const kept = aging.rows('SELECT universe_id, week FROM removed_segment ORDER BY 1, 2')
        expect(weeks).toEqual(kept)
      }
      await aging.reopen()
      await aging.store.removedSamples.restore(EVERYTHING)
      for (const id of UNIVERSES) expect(await readAll(aging.store, id)).toEqual(oldSamples(id))
      expect(thinnedWeeks()).toBe(0)
      // Without this, the next round would not thin out the restored weeks again.
      aging.run('DELETE FROM restored_week')
    }
    expect(interrupted).toBeGreaterThan(0)
  },
  60_000 + ROUNDS * 30_000,
)
