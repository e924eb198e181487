// The entries of universes that a damaged index does not find. Looking for those of one universe reads the whole table, so
// they are looked for once for all universes, a part between two turns of the event loop.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Directory, Entry } from '../../../../series/tables/keys.js'

/** The number of entries in one part; each takes two microseconds. */
const BATCH_SIZE = 1_000

type EntriesByUniverse = ReadonlyMap<number, readonly Entry[]>

export class HiddenEntries {
  private scan: Promise<EntriesByUniverse> | undefined
  /** The universes that were written to since the scan began. */
  private readonly changed = new Set<number>()

  constructor(
    private readonly directory: Pick<Directory, 'hidden' | 'hiddenAmong'>,
    private readonly inRead: <T>(work: () => T) => T,
  ) {}

  /** Returns the entries of the last scan, or reads them now if the universe was written to since. */
  async known(universeId: number): Promise<readonly Entry[]> {
    if (this.changed.has(universeId)) return this.now(universeId)
    this.scan ??= this.findHiddenEntries()
    return (await this.scan).get(universeId) ?? []
  }

  now(universeId: number): readonly Entry[] {
    return this.inRead(() => this.directory.hidden(universeId))
  }

  change(universeId: number): void {
    this.changed.add(universeId)
  }

  forget(): void {
    this.scan = undefined
    this.changed.clear()
  }

  private async findHiddenEntries(): Promise<EntriesByUniverse> {
    const found = new Map<number, Entry[]>()
    try {
      for (let after: number | undefined = 0; after !== undefined; ) {
        const from: number = after
        const { hidden, last } = this.inRead(() => this.directory.hiddenAmong(from, BATCH_SIZE))
        for (const entry of hidden) found.set(entry.universeId, [...(found.get(entry.universeId) ?? []), entry])
        after = last
        if (last !== undefined) await yieldToEventLoop()
      }
    } catch (error) {
      this.scan = undefined
      throw error
    }
    return found
  }
}
