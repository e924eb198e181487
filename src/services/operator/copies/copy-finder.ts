// Finds the last scheduled copy, and whose copies lie in the folder.
import type { Clock } from '../../../domain/clock.js'
import type { BackupFolder } from '../../../domain/ports/backups.js'
import type { SettingStore } from '../../../domain/ports/store.js'
import { createFolderWatch } from './backup-folder-watch.js'
import type { LastCopy } from './backup-notes.js'
import { type CopyOrigins, createCopyOrigin } from './copy-origin.js'
import { type CopyPlace, placeOf } from './copy-place.js'

export type CopyFinder = ReturnType<typeof createCopyFinder>

interface Deps {
  readonly settings: SettingStore
  readonly clock: Clock
  /** Undefined if BACKUP_DIR is not set. */
  readonly folder: BackupFolder | undefined
}

export function createCopyFinder({ settings, clock, folder }: Deps) {
  const watch = folder && createFolderWatch(folder)
  const origin = createCopyOrigin(settings, folder)
  /** The copy that this process wrote into the folder or found there. */
  let seen: string | undefined
  /** Since when the folder cannot be read or lacks the last copy, ms; undefined while neither is so. */
  let firstWrongAt: number | undefined

  return {
    /** The identity of the database, which its copies have. */
    databaseId: origin.databaseId,
    /** Whose copies lie in the folder; undefined where it cannot be read. `last` is the name of the last copy of this database. */
    readOrigins: async (last: string | undefined): Promise<CopyOrigins | undefined> =>
      origin.readOrigins(await watch?.look(), last),
    /** Throws where the disk does not answer. */
    requireAnswer: async (): Promise<void> => watch?.requireAnswer(),

    /**
     * Where the last copy is, and notes since when it is not there. The time in the database says nothing of that: the database may have
     * moved, or BACKUP_DIR have changed.
     */
    async locate(last: LastCopy | undefined): Promise<CopyPlace> {
      const view = await watch?.look()
      const isEmptied = (await origin.readOrigins(view, last?.name))?.isEmptied ?? false
      const place = placeOf(view, { last: last?.name, seen, isEmptied })
      if (place === 'there') seen = last?.name
      firstWrongAt = place === 'there' || place === 'nowhere' ? undefined : (firstWrongAt ?? clock.now())
      return place
    },
    /** Since when `locate` has found something wrong, each time, ms; now if it has not. */
    wrongSince: (): number => firstWrongAt ?? clock.now(),

    /** Must be called once a copy of this name was written into the folder. */
    async noteWritten(name: string, path: string): Promise<void> {
      watch?.forget()
      seen = name
      await origin.noteFolder(path)
    },
  }
}
