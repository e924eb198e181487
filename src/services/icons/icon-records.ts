// Caches the records of all icons in memory, because every page needs many of them and only this process writes them.
import type { NoteRead } from '../../domain/ports/activity.js'
import type { IconImages, IconRecord, IconSize, IconStore } from '../../domain/ports/icons.js'

/** The names of the stored pictures by universe id; a universe without one is not in it. */
export type IconNames = ReadonlyMap<number, string>

export interface IconRecords {
  /** By universe id. */
  all(): Promise<ReadonlyMap<number, IconRecord>>
  names(): Promise<IconNames>
  put(record: IconRecord, images?: IconImages): Promise<void>
  remove(universeIds: readonly number[]): Promise<void>
}

interface LoadedIcons {
  readonly records: Map<number, IconRecord>
  readonly names: Map<number, string>
}

export function createIconRecords(store: IconStore, onRead: NoteRead = () => undefined): IconRecords {
  let loading: Promise<LoadedIcons> | undefined
  const loaded = (): Promise<LoadedIcons> => {
    onRead(loading !== undefined)
    loading ??= load(store).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  return {
    all: async () => (await loaded()).records,
    names: async () => (await loaded()).names,
    put: async (record, images) => {
      const icons = await loaded()
      await store.put(record, images)
      keep(icons, record)
    },
    remove: async (universeIds) => {
      const { records, names } = await loaded()
      await store.remove(universeIds)
      for (const universeId of universeIds) {
        records.delete(universeId)
        names.delete(universeId)
      }
    },
  }
}

async function load(store: IconStore): Promise<LoadedIcons> {
  const icons: LoadedIcons = { records: new Map(), names: new Map() }
  for (const record of await store.list()) keep(icons, record)
  return icons
}

function keep({ records, names }: LoadedIcons, record: IconRecord): void {
  const { universeId, fileName } = record
  records.set(universeId, record)
  if (fileName === null) names.delete(universeId)
  else names.set(universeId, fileName)
}

export function createReadIcons(icons: IconRecords, store: IconStore) {
  return {
    names: (): Promise<IconNames> => icons.names(),
    /** WebP; undefined if there is no such picture. */
    image: (fileName: string, size: IconSize): Promise<Uint8Array | undefined> => store.image(fileName, size),
    /** The picture of one game as WebP; undefined if none is stored. */
    ofUniverse: async (universeId: number, size: IconSize): Promise<Uint8Array | undefined> => {
      const name = (await icons.names()).get(universeId)
      return name === undefined ? undefined : store.image(name, size)
    },
  }
}
