// Removes the scheduled copies that are no longer needed (PROCESS-28).
import { removableCopies } from '../../../domain/operation/kept-copies.js'
import type { WrittenCopy } from '../../../domain/ports/backups.js'
import type { ClockState } from '../../../domain/time/clock-check.js'
import type { BackupPlan, BackupRun } from './backup-plan.js'
import type { CopyFinder } from './copy-finder.js'
import { listedAmong } from './copy-origin.js'
import type { DiskWork } from './disk-work.js'

interface Deps {
  readonly plan: BackupPlan
  readonly clockState: () => ClockState
  readonly finder: CopyFinder
  readonly onDisk: DiskWork
}

/** Never rejects, because the new copy counts in any case: a copy that could not be removed is removed after the next one. */
export async function removeOldCopies(
  { plan: { folder, keep }, clockState, finder, onDisk }: Deps,
  copy: WrittenCopy,
  stop: AbortSignal,
): Promise<Omit<BackupRun, 'copy' | 'unnoted'>> {
  if (copy.contents.damage !== null) return { removed: 0, keptAll: 'damage' }
  if (clockState() !== 'correct') return { removed: 0, keptAll: 'clock' }
  // The next copy removes them.
  if (stop.aborted) return { removed: 0, keptAll: undefined }
  let removed = 0
  try {
    const origins = await finder.readOrigins(copy.name)
    if (origins === undefined) return { removed, keptAll: 'failure' }
    const { own, loss } = origins
    const after = listedAmong(own).filter(({ at }) => loss === undefined || at > loss.before.at)
    await onDisk({ limitMs: folder.timeLimitMs(), stop }, async (signal) => {
      for (const { name } of removableCopies(after, keep)) {
        if (name === copy.name || signal.aborted) continue
        await folder.remove(name)
        removed++
      }
    })
    return { removed, keptAll: undefined, loss }
  } catch (cause) {
    return { removed, keptAll: 'failure', cause }
  }
}
