// Whose copies lie in the folder of the scheduled ones: the folder may be shared, be of another database, or be the empty place where a disk is
// mounted (PROCESS-71). The identity is in the database, so that each copy has it, and a database that is restored goes on with it.
import { randomBytes } from 'node:crypto'
import { type CopyLoss, lossAmong } from '../../../domain/operation/kept-copies.js'
import type { BackupFolder, CopyCounts, FoundCopy } from '../../../domain/ports/backups.js'
import type { SettingStore } from '../../../domain/ports/store.js'
import type { FolderView } from './backup-folder-watch.js'

export interface CopyOrigins {
  /** Of this database, oldest first. */
  readonly own: readonly FoundCopy[]
  /** How many are of another database, or of an earlier version that did not note whose they are. */
  readonly others: number
  readonly loss: CopyLoss | undefined
  /** This database wrote copies into the folder at this path, and nothing shows that it is the same folder. */
  readonly isEmptied: boolean
}

const [DATABASE_ID, FOLDER] = ['database.id', 'backup.folder']
const ID_BYTES = 4

export function createCopyOrigin(settings: SettingStore, folder: Pick<BackupFolder, 'path'> | undefined) {
  /** An identity that the database did not take yet, such as on a full disk. */
  let unsaved: string | undefined

  const knownId = async (): Promise<string | undefined> => (await settings.get(DATABASE_ID)) ?? unsaved

  async function databaseId(): Promise<string> {
    const known = await settings.get(DATABASE_ID)
    if (known !== undefined) return known
    unsaved ??= randomBytes(ID_BYTES).toString('hex')
    await settings.set(DATABASE_ID, unsaved).catch(() => undefined)
    return unsaved
  }

  return {
    /** The identity of the database, 8 hexadecimal digits; makes it where there is none yet. */
    databaseId,

    /** Undefined where the folder cannot be read. `last` is the name of the last copy of this database. */
    async readOrigins(view: FolderView | undefined, last: string | undefined): Promise<CopyOrigins | undefined> {
      if (view === undefined || 'problem' in view) return undefined
      const { copies, indexes } = view.contents
      const id = await knownId()
      const own = copies.filter((copy) => copy.name === last || (id !== undefined && copy.database === id))
      const isKnown = own.length > 0 || (id !== undefined && indexes.has(id))
      const isEmptied = !isKnown && folder !== undefined && (await settings.get(FOLDER)) === folder.path
      return { own, others: copies.length - own.length, loss: lossAmong(listedAmong(own)), isEmptied }
    },

    /** Notes that this database has a copy in the folder at the path. Where the database takes nothing, the next copy notes it. */
    async noteFolder(path: string): Promise<void> {
      if ((await settings.get(FOLDER)) !== path) await settings.set(FOLDER, path).catch(() => undefined)
    },
  }
}

type ListedCopy = FoundCopy & { readonly held: CopyCounts }

/** Those of the copies of this database of which its index says what they hold. Only these may be removed. */
export const listedAmong = (own: readonly FoundCopy[]): ListedCopy[] =>
  own.filter((copy): copy is ListedCopy => copy.held !== undefined)
